import { fileURLToPath } from 'node:url';

/** The files that the peers share are in the parent folder. */
const root = fileURLToPath(new URL('..', import.meta.url));

export default {
  turbopack: { root },
  outputFileTracingRoot: root,
  serverExternalPackages: ['@aws-sdk/client-s3'],
};
