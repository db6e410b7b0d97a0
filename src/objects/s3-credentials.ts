import type { S3Credentials } from './s3-signature.ts';

/**
 * Finds credentials where the AWS tools look for them: environment, shared files, container, instance. They are kept,
 * and looked for again shortly before they expire. The packages for it are loaded at the first call.
 */
export function createCredentialChain(region: string): () => Promise<S3Credentials> {
  let chain: Promise<() => Promise<S3Credentials>> | null = null;

  async function load() {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
    return defaultProvider({ clientConfig: { region } });
  }

  return async () => {
    chain ??= load();
    return (await chain)();
  };
}
