import { untilAborted, withinLimit } from '../waiting/within-limit.ts';
import type { DiskRoom, FullestDisk, UploadRoom } from './disk-room.ts';
import { type DiskSpace, floorOf, readDiskSpace } from './disk-space.ts';

/** A folder that the service writes to. Each may be on a disk of its own. */
export interface WrittenFolder {
  readonly path: string;
  /** True for the folder where attachments stay. */
  readonly keepsAttachments: boolean;
}

interface DiskRoomOptions {
  readonly folders: readonly WrittenFolder[];
  /** Null for the default floor. 0: every upload has room, and no disk is looked at. */
  readonly floorBytes: number | null;
  /** By default the system's call. */
  readonly readSpace?: (folder: string) => Promise<DiskSpace | null>;
}

interface Reading extends FullestDisk {
  readonly keepsAttachments: boolean;
}

/** How long the figures of the disks are valid. */
const validMs = 1000;
/** A disk that does not respond in time counts as it was. What is written to it then waits anyway. */
const limitMs = 2000;

const unlimited: UploadRoom = { take() {}, isShort: false, hasRoom: async () => true, release() {} };

/**
 * Creates the account of free disk space. The figures of the disks are up to a second old, so it deducts what may have
 * been written since. From a disk that keeps attachments it also deducts all bytes of requests in progress: these lie
 * in the spool first, and are written a second time.
 */
export function createDiskRoom({ folders, floorBytes, readSpace = readDiskSpace }: DiskRoomOptions): DiskRoom {
  if (floorBytes === 0) return { open: () => unlimited, fullest: async () => null };
  let readings: readonly Reading[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  /** Attachments of requests in progress. */
  let inProgressBytes = 0;
  /** What the figures of the disks may not contain yet. */
  let unseenBytes = 0;

  async function readAll(): Promise<void> {
    const seenBytes = unseenBytes;
    const found = await Promise.all(folders.map(readOne));
    readings = found.filter((one) => one !== null);
    unseenBytes -= seenBytes;
    readAt = performance.now();
  }

  async function readOne({ path, keepsAttachments }: WrittenFolder): Promise<Reading | null> {
    // A disk that fails is for the readiness and the doctor to report.
    const space = await readSpace(path).catch(() => null);
    if (space === null) return null;
    const { freeBytes, totalBytes } = space;
    return { folder: path, freeBytes, floorBytes: floorOf(totalBytes, floorBytes), keepsAttachments };
  }

  const isValid = () => performance.now() - readAt < validMs;

  function readOnce(): Promise<void> {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function refresh(): Promise<void> {
    if (!isValid()) await withinLimit(limitMs, null, (signal) => untilAborted(readOnce(), signal)).catch(() => {});
  }

  function isFull(): boolean {
    return readings.some(({ freeBytes, floorBytes, keepsAttachments }) => {
      const expectedBytes = unseenBytes + (keepsAttachments ? inProgressBytes : 0);
      return freeBytes - expectedBytes < floorBytes;
    });
  }

  function open(): UploadRoom {
    let takenBytes = 0;
    let isShort = false;
    return {
      take(bytes) {
        takenBytes += bytes;
        inProgressBytes += bytes;
        unseenBytes += bytes;
        if (isValid()) isShort ||= isFull();
        else void readOnce();
      },
      get isShort() {
        return isShort;
      },
      async hasRoom() {
        await refresh();
        isShort ||= isFull();
        return !isShort;
      },
      release() {
        inProgressBytes -= takenBytes;
        unseenBytes += takenBytes;
        takenBytes = 0;
      },
    };
  }

  return {
    open,
    async fullest() {
      await refresh();
      const [first, ...others] = readings;
      if (first === undefined) return null;
      const { folder, ...figures } = others.reduce(
        (least, one) => (spareBytes(one) < spareBytes(least) ? one : least),
        first,
      );
      return { folder, freeBytes: figures.freeBytes, floorBytes: figures.floorBytes };
    },
  };
}

function spareBytes({ freeBytes, floorBytes }: FullestDisk): number {
  return freeBytes - floorBytes;
}
