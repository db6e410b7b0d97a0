import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Removes the folder's files that nobody has written to for `ageMs`: a killed process left them. Younger ones may
 * belong to a process at work, and others may be killed yet, so it looks again after as long a pause, until it is
 * stopped. Never rejects.
 */
export async function keepRemovingLeftOvers(folder: string, ageMs: number, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await removeLeftOvers(folder, ageMs);
    await sleep(ageMs, undefined, { ref: false, signal: stopped }).catch(() => {});
  }
}

/** What cannot be removed stays for the next look; a folder that is not there yet has no left-overs. */
async function removeLeftOvers(folder: string, ageMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await removeIfOlder(join(folder, name), Date.now() - ageMs).catch(() => {});
}

async function removeIfOlder(path: string, timeMs: number): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (mtimeMs < timeMs) await rm(path, { force: true });
}
