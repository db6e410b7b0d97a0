import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nullIfMissing } from '../../objects/durable-files.ts';

/** The folder, or the nearest one above it that is there. @throws the system's error, `ENOTDIR` when a file is in the way */
export async function existingFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  return (await isThere(path)) ? path : existingFolder(dirname(path));
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}
