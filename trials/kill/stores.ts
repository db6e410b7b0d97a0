import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { projectPath } from '../../bench/paths.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { createTestDatabase } from '../../test/support/embedded-database.ts';
import { type S3Engine, startCeph, startPostgres, startSwift } from '../../test/support/engines.ts';

export const storeNames = ['swift', 'ceph', 'fake'] as const;
export type StoreName = (typeof storeNames)[number];

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/**
 * The servers that replicas share. `outage` stops one of them for a moment. It is null when the server cannot be
 * restarted.
 */
export interface SharedDatabase {
  readonly url: string;
  readonly outage: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export interface SharedStore {
  readonly settings: S3Settings;
  readonly outage: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Starts Debian's PostgreSQL where it can be installed, otherwise an embedded one. */
export async function startDatabase(): Promise<SharedDatabase> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    const { url, drop } = await createTestDatabase();
    return { url, outage: null, close: drop };
  }
  bringScripts();
  const postgres = await startPostgres();
  return {
    url: postgres.databaseUrl,
    async outage() {
      await postgres.crash();
      await postgres.restart();
    },
    close: postgres.stop,
  };
}

export async function startStore(name: StoreName): Promise<SharedStore> {
  if (name === 'fake') return startFake();
  bringScripts();
  const engine = await (name === 'swift' ? startSwift() : startCeph());
  try {
    return await overEngine(engine);
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

async function overEngine(engine: S3Engine): Promise<SharedStore> {
  const { endpoint, region, credentials } = engine;
  return {
    settings: { endpoint, region, credentials, bucket: await engine.createBucket() },
    outage: engine.restart,
    close: engine.stop,
  };
}

/** Runs in its own process, because the trial's process is busy. */
async function startFake(): Promise<SharedStore> {
  const program = fileURLToPath(new URL('fake-store.js', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { settings: JSON.parse(line) as S3Settings, outage: null, close: () => endOf(child) };
}

async function endOf(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

export function openBucket(settings: S3Settings) {
  return createS3ObjectStore({ ...settings, forcePathStyle: true });
}

/** Returns the address of a PostgreSQL: host and port, or a socket in the directory that `?host=` names. */
export function databaseAddress(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const directory = searchParams.get('host');
  if (directory) return { path: `${directory}/.s.PGSQL.${port || 5432}` };
  return { host: hostname, port: Number(port || 5432) };
}

/** Returns the URL of the same database at another port of the loopback. */
export function databaseUrlAt(url: string, port: number): string {
  const { pathname } = new URL(url.replace('@/', '@localhost/'));
  return `postgres://postgres@127.0.0.1:${port}${pathname}`;
}

/** The compiled engines expect their scripts in the same folder, but the compiler does not copy them. */
function bringScripts(): void {
  const compiled = fileURLToPath(new URL('../../scripts/engines', import.meta.url));
  cpSync(projectPath('scripts/engines'), compiled, { recursive: true });
}
