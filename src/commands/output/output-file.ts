import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes the bytes to a new file that only its owner may read, or to standard output when no file is named. A failed
 * write leaves no file. @throws {Error} when the file exists already, or standard output is a terminal
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
  try {
    await pipeline(content, file, { signal });
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Error(`${path} is there already`);
    throw error;
  }
}
