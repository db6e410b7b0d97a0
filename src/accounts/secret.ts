import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits, shown once, and the form in which it is stored. */
export interface Secret {
  /** base64url behind the prefix. */
  readonly text: string;
  /** SHA-256 of the text, lower-case hex. A random secret needs no slow hash: it cannot be guessed. */
  readonly hash: string;
}

const secretBytes = 32;

export function createSecret(prefix = ''): Secret {
  const text = prefix + randomBytes(secretBytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

export function hashSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
