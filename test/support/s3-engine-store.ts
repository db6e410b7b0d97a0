import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import type { StoreUnderTest } from '../contract/object-store-contract.ts';
import type { S3Engine } from './engines.ts';
import { headersInS3 } from './object-headers.ts';
import type { S3UnderTest } from './s3-store-contract.ts';

/** Creates the S3 store over a new bucket of a real store. */
export async function engineStore(engine: S3Engine): Promise<StoreUnderTest> {
  const bucket = await engine.createBucket();
  const openBefore = openSockets();
  return {
    store: createS3ObjectStore({ ...engine, bucket, forcePathStyle: true }),
    headersOf: (key) => headersInS3({ ...engine, bucket, forcePathStyle: true }, key),
    putForeign: (key) => engine.putForeign(bucket, key),
    openHandles: async () => Math.max(0, openSockets() - openBefore),
    cleanUp: async () => {},
  };
}

export async function engineUnderTest(engine: S3Engine): Promise<S3UnderTest> {
  const bucket = await engine.createBucket();
  return { ...engine, bucket, moreThanOnePage: 1010, cleanUp: async () => {} };
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}
