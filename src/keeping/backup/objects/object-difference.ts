import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { objectPath } from '../format/backup-folder.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

/**
 * Compares an object's size without reading its bytes.
 * @param sizes From a listing, which may miss the object.
 * @returns A sentence that names the object's file, or null when the size is right.
 */
export async function sizeDifference(
  { objects }: BackupTarget,
  sizes: ReadonlyMap<string, number>,
  sha256: string,
  size: number,
): Promise<string | null> {
  const found = sizes.get(sha256) ?? (await objects.size(sha256));
  if (found === null) return `${objectPath(sha256)} is missing`;
  return found === size ? null : `${objectPath(sha256)} is ${found} bytes long instead of ${size}`;
}

/** Like `sizeDifference`, and reads all bytes. */
export async function objectDifference(target: BackupTarget, sha256: string, size: number): Promise<string | null> {
  return (await sizeDifference(target, new Map(), sha256, size)) ?? (await byteDifference(target, sha256));
}

/** Reads all bytes of an object, and returns a sentence that names its file, or null when they are right. */
export async function byteDifference(target: BackupTarget, sha256: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(target.objects.open(sha256), hash);
  } catch (error) {
    // The disk has lost the bytes.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return `${objectPath(sha256)} cannot be read: EIO`;
    throw error;
  }
  return hash.digest('hex') === sha256 ? null : `${objectPath(sha256)} has other bytes than were written`;
}
