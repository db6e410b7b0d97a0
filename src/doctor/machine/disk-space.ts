import { stat, statfs } from 'node:fs/promises';
import { floorOf } from '../../platform/disk/disk-space.ts';
import { type Check, type Finding, mebibytes, ok } from '../check.ts';
import { shellWord } from '../shell-command.ts';
import { existingFolder } from './existing-folder.ts';

interface DiskSpaceFacts {
  /** The folders that the service writes to. Some may not exist yet. */
  readonly folders: readonly string[];
  /** Size of the largest request. */
  readonly maxRequestBytes: number;
  /** The setting of the floor, as `floorOf` takes it. */
  readonly floorBytes: number | null;
}

/** The check warns when the free space is less than this number of the largest requests needs. */
const requestsAhead = 4;
const filesAhead = 1000;

/** Checks that the disks of the service's folders have free space. */
export function createDiskSpaceCheck({ folders, ...needs }: DiskSpaceFacts): Check {
  return {
    name: 'machine.disk-space',
    quick: true,
    async run() {
      const disks = await disksOf(folders);
      return Promise.all(disks.map((folder) => findingOf(folder, needs)));
    },
  };
}

/** Resolves with one folder for each disk, because nested folders are mostly on the same disk. */
async function disksOf(folders: readonly string[]): Promise<readonly string[]> {
  const byDevice = new Map<number, string>();
  for (const folder of folders) {
    const existing = await existingFolder(folder);
    const { dev } = await stat(existing);
    if (!byDevice.has(dev)) byDevice.set(dev, existing);
  }
  return [...byDevice.values()];
}

async function findingOf(folder: string, needs: Omit<DiskSpaceFacts, 'folders'>): Promise<Finding> {
  const { maxRequestBytes } = needs;
  const { blocks, bavail, bsize, files, ffree } = await statfs(folder);
  const floorBytes = blocks > 0 ? floorOf(blocks * bsize, needs.floorBytes) : 0;
  const freeBytes = bavail * bsize;
  const free = `The disk of ${folder} has ${mebibytes(freeBytes)} free`;
  // Some file systems count no files and report 0 for both.
  if (files > 0 && ffree < filesAhead) {
    return {
      verdict: ffree === 0 ? 'wrong' : 'warning',
      found: `The disk of ${folder} has room for ${ffree} more files`,
      remedy: 'Remove small files, or set DATA_DIR to a folder on another disk',
      command: `df -i ${shellWord(folder)}`,
    };
  }
  if (freeBytes < floorBytes) {
    return {
      verdict: 'wrong',
      found: `${free}, less than the ${mebibytes(floorBytes)} that stay free: every request with files is rejected`,
      remedy: 'Free some space on it, set DATA_DIR to a folder on a larger disk, or set DISK_FLOOR_BYTES to less',
      command: `df -h ${shellWord(folder)}`,
    };
  }
  if (freeBytes - floorBytes >= requestsAhead * maxRequestBytes) return ok(free);
  return {
    verdict: freeBytes - floorBytes < maxRequestBytes ? 'wrong' : 'warning',
    found: `${free}, of which ${mebibytes(floorBytes)} stay free, and one request may have ${mebibytes(maxRequestBytes)}`,
    remedy: 'Free some space on it, or set DATA_DIR to a folder on a larger disk',
    command: `df -h ${shellWord(folder)}`,
  };
}
