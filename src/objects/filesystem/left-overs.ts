import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Removes files that killed processes left in the folder, until `stopped` aborts. Each file has a unique name that is
 * never reused, and is in use for less than `ageMs`. So a name found twice, `ageMs` apart, is a left-over. This depends
 * on no adjustable clock, neither this machine's nor the file system's. Never rejects.
 */
export async function keepRemovingLeftOvers(folder: string, ageMs: number, stopped: AbortSignal): Promise<void> {
  let found: readonly string[] = [];
  while (!stopped.aborted) {
    for (const name of found) await rm(join(folder, name), { force: true }).catch(() => {});
    // A missing folder has no left-overs.
    found = await readdir(folder).catch(() => []);
    await sleep(ageMs, undefined, { ref: false, signal: stopped }).catch(() => {});
  }
}
