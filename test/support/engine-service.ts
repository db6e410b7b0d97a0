import { buffer } from 'node:stream/consumers';
import { type ObjectKey, parseObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import type { S3Engine } from './engines.ts';
import { mergeEnvironments } from './environment.ts';
import { headersInS3, type StoredHeaders } from './object-headers.ts';
import { s3Environment } from './s3-environment.ts';
import { startTestService, type TestService } from './service.ts';
import type { StoredBytes } from './stored-submission.ts';

/** The service over a new bucket of a real store and a new database on the server that `TEST_DATABASE_URL` names. */
export interface EngineService extends TestService {
  read(key: string): Promise<StoredBytes | null>;
  /** Resolves with the number of keys that the journal keeps for each failed upload. */
  condemnedUploads(): Promise<number[]>;
  /** Resolves with the keys of objects in the bucket that neither a file record nor the journal names. */
  unnamedObjects(): Promise<string[]>;
}

/** @param env Replaces the variables that lead to the bucket. */
export async function startEngineService(engine: S3Engine, env: Record<string, string> = {}): Promise<EngineService> {
  const bucket = await engine.createBucket();
  const service = await startTestService(mergeEnvironments(s3Environment({ ...engine, bucket }), env));
  // Connections other than the service's, so that the test reads the real content of the store.
  const options = { ...engine, bucket, forcePathStyle: true };
  const objects = createS3ObjectStore(options);
  const read = (key: string) => readObject(objects, key, (parsed) => headersInS3(options, parsed));

  return {
    ...service,
    read,
    async condemnedUploads() {
      const { rows } = await service.pool.query<{ keys: string[] }>(
        `select keys from upload_intents where state = 'CONDEMNED'`,
      );
      return rows.map(({ keys }) => keys.length);
    },
    async unnamedObjects() {
      const named = await namedKeys(service);
      const unnamed = [];
      for await (const { key } of objects.list({ signal: AbortSignal.timeout(30_000) })) {
        // A listing can still contain deleted objects.
        if (!named.has(key) && (await read(key)) !== null) unnamed.push(key);
      }
      return unnamed;
    },
    async close() {
      await objects.close();
      await service.close();
    },
  };
}

async function readObject(
  objects: ObjectStore,
  key: string,
  headersOf: (key: ObjectKey) => Promise<StoredHeaders>,
): Promise<StoredBytes | null> {
  const parsed = parseObjectKey(key);
  if (parsed === null) throw new Error(`${key} is no object key`);
  const object = await objects.get(parsed, { signal: AbortSignal.timeout(30_000) });
  if (object === null) return null;
  return { bytes: await buffer(object.content), ...(await headersOf(parsed)) };
}

async function namedKeys({ pool }: TestService): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>(
    'select file_key as key from commission_request_files union select unnest(keys) from upload_intents',
  );
  return new Set(rows.map(({ key }) => key));
}
