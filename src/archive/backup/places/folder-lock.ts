import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type BackupFolder } from './backup-folder.ts';
import { heldText, isHeld, ownText } from './lock-holder.ts';

/**
 * Keeps a folder of back-ups to one process. What a killed process of this machine left is taken over. Resolves with the
 * release. @throws {BackupError} while another process has it
 */
export async function lockFolder({ path }: BackupFolder): Promise<() => Promise<void>> {
  const lock = join(path, 'lock');
  const own = ownText();
  if (!(await tryWrite(lock, own))) {
    const text = await readFile(lock, 'utf8').catch(() => '');
    if (isHeld(text)) throw new BackupError(heldText(path, text));
    await removeStale(lock, text);
    if (!(await tryWrite(lock, own))) throw new BackupError(heldText(path, ''));
  }
  return () => rm(lock, { force: true });
}

/** The name comes with the whole text. */
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

/** Two processes may find the same left-over: what was moved away and is not it goes back. */
async function removeStale(lock: string, text: string): Promise<void> {
  const moved = `${lock}-${randomUUID()}`;
  await rename(lock, moved).catch(() => {});
  const movedText = await readFile(moved, 'utf8').catch(() => text);
  if (movedText === text) await rm(moved, { force: true });
  else await rename(moved, lock);
}
