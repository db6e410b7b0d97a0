import type { Logger } from 'pino';
import type { DiskNotices, DiskRoom, FullestDisk } from './disk-room.ts';
import { isBelowFloor } from './disk-space.ts';

interface DiskWatchParts {
  readonly room: Pick<DiskRoom, 'fullest'>;
  /** Null in a process that sends no mail. */
  readonly notices: DiskNotices | null;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** A disk that was low needs this share of its floor above it, so that one at its floor is told of once. */
const enoughShare = 0.1;

/** Creates the periodic look at the disks: logs that one is low or has room again, and tells owners. */
export function createDiskWatch({ room, notices, log }: DiskWatchParts): () => Promise<void> {
  let isLogged = false;
  let wasLow: boolean | null = null;

  return async () => {
    const disk = await room.fullest();
    if (disk === null) return;
    // A process that starts at a low disk goes on where the last one ended.
    wasLow ??= (await notices?.areNotifiedOfLow()) ?? false;
    const isLow = isBelowFloor(disk) || (wasLow && disk.freeBytes - disk.floorBytes < disk.floorBytes * enoughShare);
    wasLow = isLow;
    if (isLow !== isLogged) logChange(log, isLow, disk);
    isLogged = isLow;
    await notices?.settle(isLow ? 'low' : 'enough', disk);
  };
}

function logChange(log: DiskWatchParts['log'], isLow: boolean, { folder, freeBytes, floorBytes }: FullestDisk): void {
  const facts = { folder, freeBytes, floorBytes };
  if (!isLow) log.info(facts, `Disk: that of ${folder} has room for files again`);
  else
    log.warn(
      facts,
      `Disk: that of ${folder} has too little free, so requests with files are rejected. Free some space on it, set DATA_DIR to a folder on a larger disk, or set DISK_FLOOR_BYTES to less`,
    );
}
