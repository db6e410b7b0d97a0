import { walkShards } from './objects/shard-walk.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** Deletes the generations before the newest `keep`, and the objects that only they need. Resolves with their names. */
export async function prune(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const names = await place.generations();
  const removed = names.slice(0, Math.max(0, names.length - keep));
  if (removed.length === 0) return removed;
  for (const name of removed) await place.retire(name);
  for await (const { name, needed } of walkShards(place, names.slice(removed.length))) {
    for (const sha256 of (await place.objects.sizes(name)).keys()) {
      if (!needed.has(sha256)) await place.objects.remove(sha256);
    }
  }
  return removed;
}
