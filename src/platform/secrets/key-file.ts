import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing, renameDurably, renameToFree, syncDirectory, writeDurableFile } from '../disk/durable-files.ts';
import { createSecretKeyText, SealedError, type SecretKey, secretKeyOf } from './key-ring.ts';

/** Returns the path of the key file below `DATA_DIR`. Each line of the file is a key, and the first key seals. */
export function secretsKeyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secrets.key');
}

/** Reads the keys. Creates a missing file durably, for this user only. @throws {SealedError} when a line is no key */
export async function readOrMakeKeys(path: string): Promise<readonly SecretKey[]> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text !== null) return keysOf(text.split('\n').filter((line) => line.trim() !== ''));
  await makeOnce(path, `${createSecretKeyText()}\n`);
  return readOrMakeKeys(path);
}

/** @throws {SealedError} when a text is not a key */
export function keysOf(texts: readonly string[]): readonly SecretKey[] {
  return texts.map((text) => {
    const key = secretKeyOf(text.trim());
    if (key === null) throw new SealedError('SECRETS_KEY must be base64 of 32 bytes');
    return key;
  });
}

/** Replaces the keys of the file atomically. */
export async function replaceKeys(path: string, keys: readonly SecretKey[]): Promise<void> {
  const draft = await writeDraft(path, keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join(''));
  try {
    await renameDurably(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Creates the file, unless another process that starts at the same time has created it. */
async function makeOnce(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = await writeDraft(path, text);
  try {
    await renameToFree(draft, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeDurableFile(draft, (file) => file.writeFile(text));
  return draft;
}
