import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes the bytes to a new file that only its owner may read, or to standard output when no file is named. A failed
 * write leaves no file. @throws {Error} when the file cannot be created, or standard output is a terminal
 */
export async function writeOutput(path: string | undefined, content: Readable, signal: AbortSignal): Promise<void> {
  if (path === undefined) {
    if (process.stdout.isTTY) throw new Error('standard output is a terminal: name a file with --output');
    return pipeline(content, process.stdout, { end: false, signal });
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  let isOurs = false;
  file.once('open', () => {
    isOurs = true;
  });
  const closed = new Promise<void>((resolve) => {
    file.once('close', resolve);
  });
  try {
    await pipeline(content, file, { signal });
  } catch (error) {
    // The content may fail while the file is being created.
    await closed;
    if (isOurs) await rm(path, { force: true });
    throw explained(error as NodeJS.ErrnoException, path);
  }
}

/** The content may come from a file too, so only the failure to create this one is explained. */
function explained(error: NodeJS.ErrnoException, path: string): Error {
  const isOfFile = error.syscall === 'open' && error.path === path;
  const text = isOfFile ? reasons[error.code ?? '']?.(path) : undefined;
  return text === undefined ? error : new Error(text, { cause: error });
}

const notWritable = (path: string) => `this account may not create a file in ${dirname(path)}`;

const noFiles = (path: string) => `no file can be created in ${dirname(path)}`;

const reasons: Readonly<Record<string, (path: string) => string>> = {
  EEXIST: (path) => `${path} exists already`,
  // Some folders, such as /proc, take no files.
  ENOENT: (path) => (existsSync(dirname(path)) ? noFiles(path) : `the folder ${dirname(path)} does not exist`),
  ENOTDIR: (path) => `${dirname(path)} is not a folder`,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
};
