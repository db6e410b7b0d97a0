import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const namePattern = /^commission-upload-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.tmp$/;

/** Opens a new unlinked file in `directory`, which is created when missing. Only the handle reaches the file. */
export async function openTemporaryFile(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `commission-upload-${randomUUID()}.tmp`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/**
 * Removes the files of processes that were killed before they unlinked them. When another process has just opened a
 * file, this unlinks it slightly earlier, with no effect on that process.
 */
export async function removeTemporaryFiles(directory: string): Promise<void> {
  const names = existsSync(directory) ? await readdir(directory) : [];
  for (const name of names) if (namePattern.test(name)) await rm(join(directory, name), { force: true });
}
