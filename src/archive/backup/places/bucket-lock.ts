import { text as textOf } from 'node:stream/consumers';
import { type BucketFiles, contentOfText } from '../../../objects/bucket-files.ts';
import { BackupError } from './backup-folder.ts';
import { isHeld, lockHeldMessage, ownText } from './lock-holder.ts';

const lockFile = 'lock';

/** Implements `BackupPlace.lock` for a bucket. The lock is only as reliable as the store's conditional writes. */
export async function lockBucket(files: BucketFiles, name: string, signal: AbortSignal): Promise<() => Promise<void>> {
  const read = async () => {
    const content = await files.get(lockFile, { signal });
    return content && textOf(content);
  };
  const found = await read();
  if (found !== null && isHeld(found)) throw new BackupError(lockHeldMessage(name, found));
  if (found !== null) await files.delete(lockFile, { signal });
  const own = ownText();
  const isNew = await files.putNew(lockFile, contentOfText(own), { signal });
  // Without conditional writes the store lets two processes write the lock. The later writer holds it.
  const written = await read();
  if (!isNew || written !== own) throw new BackupError(lockHeldMessage(name, written ?? ''));
  return () => files.delete(lockFile, { signal: AbortSignal.timeout(10_000) });
}
