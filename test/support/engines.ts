import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';

/** A real S3 store of its own: data directory, ports and processes go with `stop`. */
export interface S3Engine {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Makes a bucket of a new name, which it answers. */
  createBucket(): Promise<string>;
  /** Puts an object as another application would. */
  putForeign(bucket: string, key: string): Promise<void>;
  /** Stops every process; the data stay. */
  halt(): Promise<void>;
  /** Starts them again over the same data. */
  resume(): Promise<void>;
  /** `halt`, then `resume`. */
  restart(): Promise<void>;
  /** Stops every process and removes the data. */
  stop(): Promise<void>;
}

export interface CephEngine extends S3Engine {
  /** Kills one of the three OSDs, from 0. Writes go on with two. */
  killOsd(number: number): Promise<void>;
  /** Starts it again and waits until it has joined. */
  startOsd(number: number): Promise<void>;
  /** Makes a user who may make buckets, and so many bytes of objects where it is told. */
  addUser(name: string, maxBytes?: number): Promise<S3Engine['credentials']>;
}

export interface PostgresEngine {
  /** `postgres://…` of an empty database. */
  readonly databaseUrl: string;
  /** Cuts every connection and starts again. */
  restart(): Promise<void>;
  /** Stops without a checkpoint, as after a power cut. `restart` starts again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A Ceph of one monitor, three OSDs and one gateway. */
export async function startCeph(): Promise<CephEngine> {
  const [port, monitorPort] = await Promise.all([freePort(), freePort()]);
  const engine = await startEngine('ceph', 'CEPH_STATE', { PORT: port, MON_PORT: monitorPort });
  return {
    ...s3Engine(engine, { accessKeyId: 'test', secretAccessKey: 'testing' }),
    killOsd: async (number) => void (await engine.run('kill-osd', String(number))),
    startOsd: async (number) => void (await engine.run('start-osd', String(number))),
    async addUser(name, maxBytes) {
      const user = `--uid=${name}`;
      await engine.run(
        'admin',
        'user',
        'create',
        user,
        `--display-name=${name}`,
        `--access-key=${name}`,
        '--secret=testing',
      );
      if (maxBytes !== undefined) {
        await engine.run('admin', 'quota', 'set', user, '--quota-scope=user', `--max-size=${maxBytes}`);
        await engine.run('admin', 'quota', 'enable', user, '--quota-scope=user');
      }
      return { accessKeyId: name, secretAccessKey: 'testing' };
    },
  };
}

/** A Swift of one node with its S3 API. */
export async function startSwift(): Promise<S3Engine> {
  const base = await freePorts([1, 10, 11, 12]);
  const engine = await startEngine('swift', 'SWIFT_STATE', { PORT: await freePort(), BASE: base });
  return s3Engine(engine, { accessKeyId: 'test:tester', secretAccessKey: 'testing' });
}

export async function startPostgres(): Promise<PostgresEngine> {
  const engine = await startEngine('postgres', 'POSTGRES_STATE', { PORT: await freePort() });
  return {
    databaseUrl: engine.printed,
    restart: async () => void (await engine.run('restart')),
    crash: async () => void (await engine.run('crash')),
    stop: engine.stop,
  };
}

/** A PgBouncer in front of a PostgreSQL that trusts its clients. */
export interface PgBouncer {
  /** `postgres://…` of the same database. */
  readonly databaseUrl: string;
  /** As the program prints it: `1.18.0`. */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * This Debian's.
 * @param settings Of the section `pgbouncer`, as `name=value`.
 */
export function startPgBouncer(serverUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  return startPgBouncerOf({}, serverUrl, settings);
}

/** The one of Debian 13, which has a later version. */
export function startLaterPgBouncer(serverUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  return startPgBouncerOf({ PGBOUNCER_SUITE: 'trixie' }, serverUrl, settings);
}

async function startPgBouncerOf(
  suite: Record<string, string>,
  serverUrl: string,
  settings: readonly string[],
): Promise<PgBouncer> {
  const url = new URL(serverUrl);
  const port = await freePort();
  const ports = { PORT: port, SERVER_PORT: Number(url.port), ...suite };
  const engine = await startEngine('pgbouncer', 'PGBOUNCER_STATE', ports, settings);
  url.port = String(port);
  return { databaseUrl: url.href, version: engine.printed, stop: engine.stop };
}

export interface Engine {
  /** What the script printed when it started. */
  readonly printed: string;
  run(...command: string[]): Promise<string>;
  stop(): Promise<void>;
}

const execute = promisify(execFile);

export async function startEngine(
  name: string,
  stateVariable: string,
  variables: Record<string, number | string>,
  startArguments: readonly string[] = [],
): Promise<Engine> {
  const script = fileURLToPath(new URL(`../../scripts/engines/${name}.sh`, import.meta.url));
  const state = await mkdtemp(join(tmpdir(), `${name}-`));
  // PostgreSQL does not run as root and has to reach its folder.
  await chmod(state, 0o711);
  const settings = Object.entries(variables).map(([variable, value]) => [variable, String(value)]);
  const env = { ...process.env, ...Object.fromEntries(settings), [stateVariable]: state };

  async function run(...command: string[]): Promise<string> {
    return (await execute('bash', [script, ...command], { env })).stdout.trim();
  }

  async function stop(): Promise<void> {
    await run('stop');
    await rm(state, { recursive: true, force: true });
  }

  try {
    return { printed: await run('start', ...startArguments), run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function s3Engine(engine: Engine, credentials: S3Engine['credentials']): S3Engine {
  const endpoint = engine.printed;
  const region = 'us-east-1';
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const halt = async () => void (await engine.run('stop'));
  const resume = async () => void (await engine.run('start'));
  return {
    endpoint,
    region,
    credentials,
    halt,
    resume,
    async createBucket() {
      const Bucket = `bucket-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      return Bucket;
    },
    async putForeign(bucket, key) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'foreign' }));
    },
    async restart() {
      await halt();
      await resume();
    },
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
}

/** A port such that those at these offsets from it are free; below the ports that the system gives away. */
async function freePorts(offsets: readonly number[]): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(offsets.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
