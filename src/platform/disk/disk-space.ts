import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FullestDisk } from './disk-room.ts';

export interface DiskSpace {
  /** Equal for folders on one disk. */
  readonly device: number;
  readonly totalBytes: number;
  /** Bytes that accounts other than root may still use. 0 when the disk takes no more files. */
  readonly freeBytes: number;
}

const gibibyte = 1024 ** 3;
const floorShare = 0.05;

/**
 * Returns the free space, in bytes, below which a disk takes no new attachments.
 * @param setting Null for the default: 5 % of the disk, and at least 1 GiB.
 */
export function floorOf(totalBytes: number, setting: number | null): number {
  return setting ?? Math.max(Math.ceil(totalBytes * floorShare), gibibyte);
}

/** @param disk Null when the free space is unknown. */
export function isBelowFloor(disk: FullestDisk | null): boolean {
  return disk !== null && disk.freeBytes < disk.floorBytes;
}

/**
 * Resolves with the space of the disk of a folder, which may not exist yet. Resolves with null for a file system that
 * does not report it. @throws the system's error
 */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const path = resolve(folder);
  const found = await statfs(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && path !== dirname(path)) return null;
    throw error;
  });
  if (found === null) return readDiskSpace(dirname(path));
  const { blocks, bavail, bsize, files, ffree } = found;
  if (blocks === 0) return null;
  const { dev: device } = await stat(path);
  // Some file systems count no files. One without a free file takes no bytes either.
  const takesFiles = files === 0 || ffree > 0;
  return { device, totalBytes: blocks * bsize, freeBytes: takesFiles ? bavail * bsize : 0 };
}
