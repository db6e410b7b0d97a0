import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Removes what killed processes left in the folder, until it is stopped. Each file of the folder has a name of its own
 * that is never used again, and is in use for less than `ageMs`. So a name that two looks find, `ageMs` apart, is a
 * left-over. No clock that can be set is asked: neither this machine's nor the file system's. Never rejects.
 */
export async function keepRemovingLeftOvers(folder: string, ageMs: number, stopped: AbortSignal): Promise<void> {
  let found: readonly string[] = [];
  while (!stopped.aborted) {
    for (const name of found) await rm(join(folder, name), { force: true }).catch(() => {});
    // A folder that is not there yet has no left-overs.
    found = await readdir(folder).catch(() => []);
    await sleep(ageMs, undefined, { ref: false, signal: stopped }).catch(() => {});
  }
}
