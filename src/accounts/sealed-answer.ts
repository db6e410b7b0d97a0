import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

// Answers may have a new token or link, and customers' data. Only the sender of the key can open them.
const secretOf = (key: string) => createHash('sha256').update('commission answer ').update(key).digest();

/** Compresses and encrypts an answer under its `Idempotency-Key`. */
export async function sealAnswer(body: string, key: string): Promise<Buffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, secretOf(key), iv);
  return Buffer.concat([iv, cipher.update(await deflated(body)), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the answer that was sealed under the same key. */
export async function openAnswer(sealed: Buffer, key: string): Promise<string> {
  const tagAt = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, secretOf(key), sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(tagAt));
  const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes, tagAt)), decipher.final()]);
  return (await inflated(opened)).toString('utf8');
}
