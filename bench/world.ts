import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Contestant, service } from './contestants.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { type Generator, startGenerator } from './generator.ts';
import { type BenchObjectStore, openObjectStore } from './object-store.ts';
import { projectPath } from './paths.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** All that the contestants share in one run. */
export interface World {
  readonly database: BenchDatabase;
  readonly generator: Generator;
  start(contestant: Contestant): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function openWorld(cpuProfileDirectory: string | null): Promise<World> {
  installPeers();
  const directory = await mkdtemp(join(tmpdir(), 'commission-bench-'));
  const releases: (() => Promise<void> | void)[] = [() => rm(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const release of releases.splice(0).reverse()) await release();
  };
  try {
    const database = await openDatabase(directory);
    releases.push(database.close);
    const store = await openObjectStore(directory);
    releases.push(store.stop);
    const generator = startGenerator();
    releases.push(generator.stop);
    await makeTables(directory, database, store);
    return {
      database,
      generator,
      start: (contestant) => startContestant(contestant, { directory, database, store, cpuProfileDirectory }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Surroundings {
  readonly directory: string;
  readonly database: BenchDatabase;
  readonly store: BenchObjectStore;
  readonly cpuProfileDirectory: string | null;
}

function startContestant(contestant: Contestant, around: Surroundings): Promise<ServerProcess> {
  const { directory, database, store, cpuProfileDirectory } = around;
  return startServer({
    program: projectPath(contestant.program),
    nodeArguments: cpuProfileDirectory ? ['--cpu-prof', `--cpu-prof-dir=${resolve(cpuProfileDirectory)}`] : [],
    workingDirectory: directory,
    // None of them writes a line for a success, so that nobody pays for lines that others do not write.
    env: {
      ...store.env,
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      DATA_DIR: directory,
    },
  });
}

/** The tables are the service's, and it makes them when it starts. */
async function makeTables(directory: string, database: BenchDatabase, store: BenchObjectStore): Promise<void> {
  const first = await startContestant(service, { directory, database, store, cpuProfileDirectory: null });
  await first.stop();
}

function installPeers(): void {
  const peers = projectPath('bench/peers');
  if (existsSync(join(peers, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of the peers could not be installed');
}
