import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory, syncTree } from '../../platform/disk/durable-files.ts';
import { explainOutput, takenText } from './output-file.ts';

/**
 * Makes a new folder that only its owner may read. It appears when `fill` has filled it: until then it is
 * `<path>.<8 hex digits>.part`, which only a killed process leaves.
 * @throws {Error} when the folder cannot be made
 */
export async function writeOutputFolder(path: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new Error(takenText(path));
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  await mkdir(part, { mode: 0o700 }).catch((error) => explainOutput(error, path));
  try {
    await fill(part);
    await syncTree(part);
    if (existsSync(path)) throw new Error(takenText(path));
    await rename(part, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}
