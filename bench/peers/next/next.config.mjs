import { fileURLToPath } from 'node:url';

/** What the peers share is in the folder above. */
const root = fileURLToPath(new URL('..', import.meta.url));

export default {
  turbopack: { root },
  outputFileTracingRoot: root,
  serverExternalPackages: ['@aws-sdk/client-s3'],
};
