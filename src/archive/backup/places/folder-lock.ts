import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type BackupFolder } from './backup-folder.ts';
import { isHeld, lockHeldMessage, ownText } from './lock-holder.ts';

/** Implements `BackupPlace.lock` for a folder. Takes over the lock of a killed process of this machine. */
export async function lockFolder({ path }: BackupFolder): Promise<() => Promise<void>> {
  const lock = join(path, 'lock');
  const own = ownText();
  if (!(await tryWrite(lock, own))) {
    const text = await readFile(lock, 'utf8').catch(() => '');
    if (isHeld(text)) throw new BackupError(lockHeldMessage(path, text));
    await removeStale(lock, text);
    if (!(await tryWrite(lock, own))) throw new BackupError(lockHeldMessage(path, ''));
  }
  return () => rm(lock, { force: true });
}

/** Links a finished file to the lock's path, so that the lock never appears without its text. False when it exists. */
async function tryWrite(lock: string, text: string): Promise<boolean> {
  const written = `${lock}-${randomUUID()}`;
  try {
    await writeFile(written, text, { mode: 0o600, flag: 'wx' });
    await link(written, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

/** Two processes may find the same stale lock. A lock that another process wrote meanwhile is moved back. */
async function removeStale(lock: string, text: string): Promise<void> {
  const moved = `${lock}-${randomUUID()}`;
  await rename(lock, moved).catch(() => {});
  const movedText = await readFile(moved, 'utf8').catch(() => text);
  if (movedText === text) await rm(moved, { force: true });
  else await rename(moved, lock);
}
