import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { service } from '../contestants.ts';
import type { BenchDatabase } from '../database.ts';
import { openDatabaseCpu } from '../database-cpu.ts';
import type { World } from '../world.ts';
import { type CommandRun, runCommand } from './command-run.ts';

export interface ArchiveResults {
  readonly backup: ArchiveRun;
  /** Without search rows, which the service makes again afterwards. */
  readonly restore: ArchiveRun;
  /** By the restored service, in its first half a minute without submissions. */
  readonly searchRowsPerSecond: number;
}

/** Bytes are those of the back-up's files, or of the restored database. */
interface ArchiveRun extends CommandRun {
  readonly databaseCpuMs: number;
  readonly bytes: number;
}

const searchMs = 30_000;

/** Backs up a database without attachments, and restores it into another one of the same server. */
export async function measureArchive(
  from: BenchDatabase,
  world: World,
  log: (line: string) => void,
): Promise<ArchiveResults> {
  const into = await world.databaseServer.openDatabase();
  const folder = join(world.directory, 'backup');
  const [source, copy] = [join(world.directory, 'source'), join(world.directory, 'copy')];
  const databaseCpuMs = await openDatabaseCpu(from);
  const measured = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    log(`size: ${args[0]}`);
    const before = await databaseCpuMs();
    const run = await runCommand(args, { BUCKET_NAME: 'attachments', LOG_LEVEL: 'warn', ...env });
    return { ...run, databaseCpuMs: (await databaseCpuMs()) - before };
  };
  try {
    for (const directory of [source, copy]) await mkdir(directory);
    const backup = await measured(['backup', folder], { DATABASE_URL: from.url, DATA_DIR: source });
    const restore = await measured(['restore', folder], { DATABASE_URL: into.url, DATA_DIR: copy });
    const [row] = await into.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
    log('size: search rows of the restored service');
    return {
      searchRowsPerSecond: await searchRate(into, world),
      backup: { ...backup, bytes: await folderBytes(folder) },
      restore: { ...restore, bytes: row?.bytes ?? Number.NaN },
    };
  } finally {
    await into.drop();
  }
}

async function searchRate(restored: BenchDatabase, world: World): Promise<number> {
  const server = await world.start(service, restored);
  try {
    const startedAt = performance.now();
    await sleep(searchMs);
    const [row] = await restored.query<{ rows: number }>('select count(*)::int as rows from request_search');
    return ((row?.rows ?? 0) * 1000) / (performance.now() - startedAt);
  } finally {
    await server.stop();
  }
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}
