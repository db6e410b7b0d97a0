import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createApp } from '../../src/http/app.ts';
import type { Spool } from '../../src/intake/spool/spool.ts';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { openCustomerParts } from './customer-parts.ts';
import { createTestDatabaseWithTables } from './embedded-database.ts';
import { type S3Server, startS3Server } from './s3-server.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The HTTP app over real stores, assembled so that a test can inspect the spool and stop the object store. */
export interface AssembledApp {
  readonly endpoint: string;
  readonly port: number;
  readonly spool: Spool;
  readonly s3: S3Server;
  readonly objectStore: TcpProxy;
  /** Returns the counts of rows, of objects, and of the bodies that the spool holds in memory and in its directory. */
  held(): Promise<Held>;
  close(): Promise<void>;
}

export interface Held {
  readonly requests: number;
  readonly files: number;
  readonly intents: number;
  readonly objects: number;
  readonly spoolBytes: number;
  readonly spoolFiles: number;
}

/** Small enough that most submissions of a test spill to disk. */
const spoolMemoryBytes = 128 * 1024;

export async function assembleApp(): Promise<AssembledApp> {
  const directory = await mkdtemp(join(tmpdir(), 'assembled-app-'));
  const testDatabase = await createTestDatabaseWithTables();
  const database = connectToServer({ url: testDatabase.url, onIdleError: () => {} });
  // A pool of its own, so that the test's queries take no connection from the app's pool.
  const onlooker = new Pool({ connectionString: testDatabase.url, max: 1 });
  const s3 = await startS3Server();
  const objectStore = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(s3.endpoint).port) });
  const endpoint = `http://127.0.0.1:${objectStore.port}`;
  const objects = createS3ObjectStore({ ...s3, endpoint, forcePathStyle: true });
  const parts = openCustomerParts(
    { pool: database.pool, objects },
    {
      DATA_DIR: directory,
      MAX_UPLOADS: '64',
      SPOOL_MEMORY_BYTES: String(spoolMemoryBytes),
      TIME_LIMITS: 'putAttempts=1,submissionMs=60000,minBodyBytesPerSecond=0,busyMinBodyBytesPerSecond=0',
    },
  );
  const { spool } = parts;
  await spool.removeLeftOvers();
  // It stays open while the store is stopped.
  const app = createApp({ ...parts, unreadyPart: async () => null });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    endpoint: `${address}/api/v1/commissions`,
    port: Number(new URL(address).port),
    spool,
    s3,
    objectStore,
    async held() {
      const { rows } = await onlooker.query<Pick<Held, 'requests' | 'files' | 'intents'>>(`
        select (select count(*)::int from commission_requests) as requests,
               (select count(*)::int from commission_request_files) as files,
               (select count(*)::int from upload_intents where state = 'PENDING') as intents`);
      const [row] = rows;
      if (!row) throw new Error('A count has one row');
      const spoolFiles = (await readdir(join(directory, 'spool'))).length;
      return { ...row, objects: s3.objects.size, spoolBytes: spool.memoryBytes, spoolFiles };
    },
    async close() {
      await app.close();
      parts.readiness.stop();
      await objects.close();
      await database.close();
      await onlooker.end();
      await testDatabase.drop();
      await objectStore.close();
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
