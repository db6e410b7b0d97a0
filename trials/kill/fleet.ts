import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { type Replica, startReplica } from './replica.ts';
import { shortTimes } from './short-times.ts';
import type { StoreAccess } from './store-access.ts';
import { startStoreProxy } from './store-proxy.ts';
import { databaseAddress, databaseUrlAt, type S3Settings } from './stores.ts';
import { createTrap, type Trap } from './trap.ts';
import { createVictim } from './victim.ts';

/** Replicas of the service. Each has its own proxies in front of the database and the object store. */
export interface Fleet {
  readonly trap: Trap;
  readonly replicas: readonly Replica[];
  /** Returns the port of any replica that accepts submissions, or null. */
  port(): number | null;
  /** Resolves when this many replicas accept submissions. Rejects when that takes longer than a minute. */
  untilReady(count: number): Promise<void>;
  /** Resolves when every late call has arrived. */
  settled(): Promise<void>;
  /** Returns the lines of all logs about this request. */
  linesAbout(requestId: string): string[];
  /** Resolves with the number of temporary files that have not been removed. */
  spooledFiles(): Promise<number>;
  close(): Promise<void>;
}

interface FleetOptions {
  readonly count: number;
  readonly directory: string;
  readonly databaseUrl: string;
  readonly store: S3Settings;
  /** The key with which all replicas seal. */
  readonly secretsKey: string;
  readonly random: Random;
  onFault(text: string): void;
}

const readyMs = 60_000;

export async function startFleet({ count, directory, ...shared }: FleetOptions): Promise<Fleet> {
  const { databaseUrl, store, secretsKey, random, onFault } = shared;
  const trap = createTrap();
  const proxies: StoreAccess[] = [];
  const replicas: Replica[] = [];
  const isReady = ({ port }: Replica) => port !== null;
  let waiting: (() => boolean)[] = [];

  async function add(name: string): Promise<void> {
    const dataDirectory = join(directory, name);
    await mkdir(dataDirectory);
    const victim = createVictim(trap, random, () => replica);
    const database = await startDatabaseProxy(databaseAddress(databaseUrl), victim);
    const objects = await startStoreProxy(store.endpoint, victim);
    proxies.push(database, objects);
    const replica = startReplica({
      name,
      dataDirectory,
      env: {
        ...shortTimes,
        DATABASE_URL: databaseUrlAt(databaseUrl, database.port),
        DATABASE_POOL_SIZE: '8',
        SECRETS_KEY: secretsKey,
        DELIVERY_ALLOW_PRIVATE: 'true',
        // The attachments of some submissions are spooled to temporary files, those of others stay in memory.
        SPOOL_MEMORY_BYTES: '65536',
        OBJECT_STORE: 's3',
        BUCKET_NAME: store.bucket,
        AWS_REGION: store.region,
        AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${objects.port}`,
        AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
      },
      onReady() {
        waiting = waiting.filter((isStillWaiting) => isStillWaiting());
      },
      onFault,
    });
    replicas.push(replica);
  }

  async function close(): Promise<void> {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }

  for (let number = 1; number <= count; number++) await add(`replica-${number}`);
  return {
    trap,
    replicas,
    port() {
      const ready = replicas.filter(isReady);
      return ready.length === 0 ? null : random.pick(ready).port;
    },
    untilReady: (wanted) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(() => reject(new Error(`Not ${wanted} replicas are ready`)), readyMs);
        const isStillWaiting = () => {
          if (replicas.filter(isReady).length < wanted) return true;
          clearTimeout(timeout);
          resolve();
          return false;
        };
        if (isStillWaiting()) waiting.push(isStillWaiting);
      }),
    settled: async () => void (await Promise.all(proxies.map((proxy) => proxy.settled()))),
    linesAbout: (requestId) => replicas.flatMap((replica) => replica.linesAbout(requestId)),
    async spooledFiles() {
      const folders = replicas.map(({ name }) => readdir(join(directory, name, 'spool')).catch((): string[] => []));
      return (await Promise.all(folders)).flat().length;
    },
    close,
  };
}
