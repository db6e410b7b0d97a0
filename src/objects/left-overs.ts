import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the folder's files that nobody has written to for `ageMs`: a killed process left them. Younger ones may
 * belong to a process at work. What cannot be removed stays; the next write into the folder tells the reason.
 */
export function removeLeftOvers(folder: string, ageMs: number): void {
  try {
    for (const name of readdirSync(folder)) removeIfOlder(join(folder, name), Date.now() - ageMs);
  } catch {
    // Nothing depends on it, and a folder that is not there yet has no left-overs.
  }
}

function removeIfOlder(path: string, timeMs: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && found.mtimeMs < timeMs) rmSync(path, { force: true });
}
