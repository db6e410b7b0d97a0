import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A random secret of 256 bits, base64url behind the prefix, shown once; and the form in which it is stored. */
export function createSecret(prefix = ''): { readonly text: string; readonly hash: string } {
  const text = prefix + randomBytes(secretBytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** SHA-256, lower-case hex. A random secret needs no slow hash: it cannot be guessed. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
