import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { describeFilesForOperators } from '../contract/files-for-operators.ts';
import { startS3Server } from '../support/s3-server.ts';

describeFilesForOperators('an S3 store', async () => {
  const server = await startS3Server();
  return { store: createS3ObjectStore({ ...server, forcePathStyle: true }), cleanUp: () => server.close() };
});
