import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Hashes passwords with scrypt. A process computes one hash at a time, because each takes 16 MiB and much CPU time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. A null hash, of an unknown account, takes the same work and gives false. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

const cost = { r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const saltBytes = 16;
const keyBytes = 32;

const saltAndKey = /^([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

const computeKey = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: typeof cost & { readonly N: number },
) => Promise<Buffer>;

/** @param work The parameter N of scrypt, with which memory and time grow. A hash with another is not verified. */
export function createPasswords(work = 2 ** 14): Passwords {
  const head = `scrypt$${work}$${cost.r}$${cost.p}$`;
  let last: Promise<unknown> = Promise.resolve();
  const unknownAccountSalt = randomBytes(saltBytes);

  function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
    // Two devices may encode the same password in different forms of Unicode (RFC 8265 section 4.2).
    const key = last.then(() => computeKey(password.normalize('NFC'), salt, keyBytes, { ...cost, N: work }));
    last = key.catch(() => {});
    return key;
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const key = await deriveKey(password, salt);
      return `${head}${salt.toString('base64url')}$${key.toString('base64url')}`;
    },
    async verify(password, hash) {
      const [, salt, expected] = hash?.startsWith(head) ? (saltAndKey.exec(hash.slice(head.length)) ?? []) : [];
      if (salt === undefined || expected === undefined) {
        await deriveKey(password, unknownAccountSalt);
        return false;
      }
      const key = await deriveKey(password, Buffer.from(salt, 'base64url'));
      return timingSafeEqual(key, Buffer.from(expected, 'base64url'));
    },
  };
}
