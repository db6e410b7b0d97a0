import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { secretNames } from './secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface ReadSecrets {
  readonly secrets: Readonly<Record<string, string>>;
  /** By the names of the secrets. Each begins with the name of a variable and quotes no value. */
  readonly faults: ReadonlyMap<string, string>;
}

const maxBytes = 64 * 1024;

class SecretFault extends Error {}

/**
 * Reads the secrets that files hold: `NAME_FILE` names a file with the value of `NAME`, and a unit of systemd may have a
 * credential of that name (`LoadCredential=`). A secret that is given twice is a fault, because either may be meant.
 */
export function readSecretFiles(env: Environment): ReadSecrets {
  const secrets: Record<string, string> = {};
  const faults = new Map<string, string>();
  for (const name of secretNames) {
    try {
      const secret = readSecret(name, env);
      if (secret !== null) secrets[name] = secret;
    } catch (error) {
      if (!(error instanceof SecretFault)) throw error;
      faults.set(name, error.message);
    }
  }
  return { secrets, faults };
}

/** Returns null for a secret that no file holds. @throws {SecretFault} */
function readSecret(name: string, env: Environment): string | null {
  const label = `${name}_FILE`;
  const file = env[label];
  const credential = credentialPath(name, env);
  const given = [env[name] && name, file && label, credential && `the credential ${name}`].filter(Boolean);
  if (given.length > 1) fail(`${given.join(' and ')} are set: keep one of them`);
  if (file) return textOf(file, `${label} names a file that`);
  return credential && textOf(credential, `${name} is a credential that`);
}

function credentialPath(name: string, { CREDENTIALS_DIRECTORY: directory }: Environment): string | null {
  if (!directory) return null;
  const path = join(directory, name);
  return existsSync(path) ? path : null;
}

/** Returns the text of a file without one line break at its end. @throws {SecretFault} */
function textOf(path: string, subject: string): string {
  const bytes = bytesOf(path, subject);
  if (bytes.length > maxBytes) fail(`${subject} is larger than 64 KiB`);
  const text = decoded(bytes)?.replace(/\r?\n$/, '') ?? '\0';
  if (text.includes('\0')) fail(`${subject} is not text in UTF-8`);
  if (text === '') fail(`${subject} is empty`);
  if (/[\r\n]/.test(text)) fail(`${subject} has more than one line`);
  return text;
}

/** Reads one byte too many of a file that is too large, which may have no end. */
function bytesOf(path: string, subject: string): Buffer {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  try {
    const descriptor = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0; length += read) {
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(`${subject} ${code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`}`);
  }
  return bytes.subarray(0, length);
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fail(fault: string): never {
  throw new SecretFault(fault);
}
