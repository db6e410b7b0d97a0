import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameToFree, syncDirectory } from '../../platform/disk/durable-files.ts';

/**
 * Writes the bytes to a new file that only its owner may read, or to standard output when no file is named. The file
 * appears when it is whole: until then it is `<path>.<8 hex digits>.part`, which only a killed process leaves.
 * @throws {Error} when the file cannot be created, or standard output is a terminal
 */
export async function writeOutput(path: string | undefined, content: Readable, signal: AbortSignal): Promise<void> {
  if (path === undefined) {
    if (process.stdout.isTTY) throw new Error('standard output is a terminal: name a file with --output');
    return pipeline(content, process.stdout, { end: false, signal });
  }
  try {
    await writeNewFile(path, content, signal);
  } finally {
    content.destroy();
  }
}

async function writeNewFile(path: string, content: Readable, signal: AbortSignal): Promise<void> {
  // A long export would else find this out at its end.
  if (existsSync(path)) throw new Error(takenText(path));
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(part, 'wx', 0o600).catch((error) => explainOutput(error, path));
  try {
    await pipeline(content, file.createWriteStream({ flush: true }), { signal });
    await renameToFree(part, path).catch((error) => explainOutput(error, path));
    await syncDirectory(dirname(path));
  } finally {
    await rm(part, { force: true });
  }
}

/** For `catch`: throws the error of a path that cannot be made, in words. */
export function explainOutput(error: NodeJS.ErrnoException, path: string): never {
  const text = reasons[error.code ?? '']?.(path);
  throw text === undefined ? error : new Error(text, { cause: error });
}

export const takenText = (path: string) => `${path} exists already`;

const notWritable = (path: string) => `this account may not create a file in ${dirname(path)}`;

const noFiles = (path: string) => `no file can be created in ${dirname(path)}`;

const reasons: Readonly<Record<string, (path: string) => string>> = {
  EEXIST: takenText,
  // Some folders, such as /proc, take no files.
  ENOENT: (path) => (existsSync(dirname(path)) ? noFiles(path) : `the folder ${dirname(path)} does not exist`),
  ENOTDIR: (path) => `${dirname(path)} is not a folder`,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
};
