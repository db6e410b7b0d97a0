import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals (encrypts) texts, so that they cannot be read with the database alone. */
export interface KeyRing {
  /** @param context the owner of the text, such as a channel id. `open` needs the same context. */
  seal(text: string, context: string): Promise<string>;
  /** @throws {SealedError} when the key is unknown, the text was altered, or the context is another one */
  open(sealed: string, context: string): Promise<string>;
}

/** A text cannot be sealed or opened with the keys of this process. */
export class SealedError extends Error {
  override readonly name = 'SealedError';
}

/** A key of 256 bits. */
export interface SecretKey {
  /** The first characters of the key's SHA-256. A sealed text carries them, so that its key can be found. */
  readonly id: string;
  readonly bytes: Buffer;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const version = 's1';

/** Returns the key, or null when the text is not base64 or base64url of 32 bytes. */
export function secretKeyOf(text: string): SecretKey | null {
  const bytes = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text) || bytes.length !== keyBytes) return null;
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes };
}

export function createSecretKeyText(): string {
  return randomBytes(keyBytes).toString('base64');
}

/** @param readKeys the first key seals, all keys open. `seal` always calls it, `open` only for an unknown key */
export function createKeyRing(readKeys: () => Promise<readonly SecretKey[]>): KeyRing {
  let known: readonly SecretKey[] = [];

  async function keyOf(id: string): Promise<SecretKey> {
    const isIt = (key: SecretKey) => key.id === id;
    const found = known.find(isIt);
    if (found) return found;
    known = await readKeys();
    const read = known.find(isIt);
    if (!read) throw new SealedError('It was sealed with another SECRETS_KEY than this process has');
    return read;
  }

  return {
    async seal(text, context) {
      // Another process may have rotated the key since it was read.
      known = await readKeys();
      const [key] = known;
      if (!key) throw new SealedError('There is no SECRETS_KEY');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(Buffer.from(context));
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [version, key.id, bytes.toString('base64url')].join('.');
    },
    async open(sealed, context) {
      const [found, id = '', encoded = ''] = sealed.split('.');
      if (found !== version) throw new SealedError('It was sealed by another version of the service');
      const key = await keyOf(id);
      try {
        return openBytes(key, Buffer.from(encoded, 'base64url'), context);
      } catch {
        throw new SealedError('It was altered since it was sealed');
      }
    },
  };
}

function openBytes(key: SecretKey, bytes: Buffer, context: string): string {
  const tagAt = bytes.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(tagAt));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, tagAt)), decipher.final()]).toString('utf8');
}
