import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort, freePorts } from './free-port.ts';

/** A real S3 store with its own data directory, ports and processes. `stop` removes all of them. */
export interface S3Engine {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Creates a bucket with a new name. Resolves with the name. */
  createBucket(): Promise<string>;
  /** Puts an object the way another application would. */
  putForeign(bucket: string, key: string): Promise<void>;
  /** Stops every process and keeps the data. */
  halt(): Promise<void>;
  /** Starts the processes again over the same data. */
  resume(): Promise<void>;
  restart(): Promise<void>;
  /** Stops every process and removes the data. */
  stop(): Promise<void>;
}

export interface CephEngine extends S3Engine {
  /** Kills one of the three OSDs, numbered from 0. Writes still succeed with two OSDs. */
  killOsd(number: number): Promise<void>;
  /** Starts the OSD again and resolves when it has joined the cluster. */
  startOsd(number: number): Promise<void>;
  /** Creates a user who may create buckets, with a quota of `maxBytes` for objects when given. */
  addUser(name: string, maxBytes?: number): Promise<S3Engine['credentials']>;
}

export interface PostgresEngine {
  /** The `postgres://…` URL of an empty database. */
  readonly databaseUrl: string;
  /** Breaks every connection and starts the server again. */
  restart(): Promise<void>;
  /** Stops the server without a checkpoint, as a power cut would. `restart` starts the server again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Ceph cluster of one monitor, three OSDs and one gateway. */
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

/** Starts a Swift of one node with its S3 API. */
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
  /** The `postgres://…` URL of the same database through PgBouncer. */
  readonly databaseUrl: string;
  /** The version as the program prints it: `1.18.0`. */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Starts the PgBouncer of the installed Debian release.
 * @param settings Settings of the section `pgbouncer`, as `name=value`.
 */
export function startPgBouncer(serverUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  return startPgBouncerOf({}, serverUrl, settings);
}

/** Starts the PgBouncer of Debian 13, which is a later version. */
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
  /** The output of the script at its start. */
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
  // PostgreSQL does not run as root and needs to traverse this folder.
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
