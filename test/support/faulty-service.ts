import { expect } from 'vitest';
import { startDatabaseProxy } from './database-proxy.ts';
import { emptyTables } from './empty-tables.ts';
import { mergeEnvironments } from './environment.ts';
import { filePart, payloadPart, postParts, type RawPart } from './form.ts';
import { s3Environment } from './s3-environment.ts';
import { type S3Server, startS3Server } from './s3-server.ts';
import { type Stored, startTestService, type TestService } from './service.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A service that reaches its database and its object store (S3) through proxies that fail on demand. */
export interface FaultyService extends TestService {
  readonly database: TcpProxy;
  readonly objectStore: TcpProxy;
  readonly s3: S3Server;
  stored(): Promise<FaultyStored>;
  /** Removes everything stored. */
  empty(): Promise<void>;
  /** Lets all traffic pass again and removes everything stored. */
  restore(): Promise<void>;
}

interface FaultyStored extends Stored {
  readonly objects: number;
}

export const nothingStored: FaultyStored = {
  requests: 0,
  links: 0,
  files: 0,
  intents: 0,
  objectFiles: 0,
  spoolFiles: 0,
  objects: 0,
};

interface FaultyOptions {
  readonly env?: Record<string, string>;
  /** Called before the service starts. */
  prepare?(database: TcpProxy): void;
}

/** A sweep would delete the remains of a fault before the test sees them, or trigger a trap that is set for a request. */
const noRounds = { TIME_LIMITS: 'sweepIntervalMs=3600000' };

export async function startFaultyService({ env = {}, prepare }: FaultyOptions = {}): Promise<FaultyService> {
  const s3 = await startS3Server();
  const objectStore = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(s3.endpoint).port) });
  const endpoint = `http://127.0.0.1:${objectStore.port}`;
  const proxies: TcpProxy[] = [objectStore];
  const variables = mergeEnvironments(s3Environment({ ...s3, endpoint }), noRounds, env);
  const service = await startTestService(variables, async (url) => {
    const routed = await startDatabaseProxy(url);
    proxies.push(routed.proxy);
    prepare?.(routed.proxy);
    return routed.url;
  });
  const [, database] = proxies;
  if (!database) throw new Error('The service asked for no database');

  async function empty(): Promise<void> {
    await emptyTables(service.pool, ['commission_requests', 'upload_intents', 'idempotency_keys']);
    s3.objects.clear();
  }

  return {
    ...service,
    database,
    objectStore,
    s3,
    stored: async () => ({ ...(await service.stored()), objects: s3.objects.size }),
    empty,
    async restore() {
      for (const proxy of proxies) await proxy.pass();
      await empty();
    },
    async close() {
      await service.close();
      for (const proxy of proxies) await proxy.close();
      await s3.close();
    },
  };
}

/** Returns a payload part and this many file parts, each with different bytes. */
export function submissionParts(fileCount: number): RawPart[] {
  const files = Array.from({ length: fileCount }, (_, index) => filePart(`${index}.png`, `the bytes of file ${index}`));
  return [payloadPart(), ...files];
}

export function submit(service: TestService, fileCount: number) {
  return postParts(service.endpoint, submissionParts(fileCount));
}

/** Returns the counts for one complete submission. */
export function wholeSubmission(fileCount: number): FaultyStored {
  return { ...nothingStored, requests: 1, files: fileCount, objects: fileCount };
}

/** Expects the service to accept the next submission, and then removes everything stored. */
export async function expectToGoOn(service: FaultyService): Promise<void> {
  const before = await service.stored();
  expect((await submit(service, 1)).status).toBe(201);
  const { requests, files, objects } = before;
  expect(await service.stored()).toEqual({
    ...before,
    requests: requests + 1,
    files: files + 1,
    objects: objects + 1,
  });
  await service.empty();
}

export async function submittedRequests(service: TestService): Promise<number> {
  return (await service.pool.query('select from submitted_commission_requests')).rowCount ?? 0;
}

interface IntentRow {
  readonly state: string;
  readonly keys: readonly string[];
  readonly fence: number;
}

export async function intents(service: TestService): Promise<IntentRow[]> {
  return (await service.pool.query<IntentRow>('select state, keys, fence from upload_intents')).rows;
}
