import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** Returns a random 256-bit secret, base64url after the prefix, to be shown once, and its hash, to be stored. */
export function createSecret(prefix = ''): { readonly text: string; readonly hash: string } {
  const text = prefix + randomBytes(secretBytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** Returns the SHA-256 in lower-case hex. A random secret cannot be guessed, so it needs no slow hash. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
