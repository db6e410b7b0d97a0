import { untilAborted, withinLimit } from '../waiting/within-limit.ts';
import type { DiskRoom, FullestDisk, UploadRoom } from './disk-room.ts';
import { type DiskSpace, floorOf, readDiskSpace } from './disk-space.ts';

/** A folder that the service writes to. Each may be on a disk of its own. */
export interface WrittenFolder {
  readonly path: string;
  /** Attachments are written to the spool while they arrive, and then once more to the object store. */
  readonly holds: 'spool' | 'attachments' | 'database';
}

interface DiskRoomOptions {
  readonly folders: readonly WrittenFolder[];
  /** Null for the default floor. 0: every upload has room, and no disk is checked. */
  readonly floorBytes: number | null;
  /** By default the system's call. */
  readonly readSpace?: (folder: string) => Promise<DiskSpace | null>;
}

interface Disk extends FullestDisk {
  readonly device: number;
  readonly holds: readonly WrittenFolder['holds'][];
}

/** How long the figures of the disks are valid. */
const validMs = 1000;
/** How long they are valid once they leave no room: many expected bytes may have been dropped by then. */
const validWhenFullMs = 50;
/** A disk that does not respond in time counts as it was. Writes to it then wait anyway. */
const limitMs = 2000;

const unlimited: UploadRoom = { take() {}, isShort: false, hasRoom: async () => true, release() {} };

/**
 * Creates the account of free disk space. It deducts the bytes that the figures of the disks do not include yet: those
 * that have arrived since, and all attachments of requests in progress, because these are in the spool first. Bytes that
 * wait in memory for the spool's disk, up to 512 KiB a request, may take that disk as much below its floor.
 */
export function createDiskRoom({ folders, floorBytes, readSpace = readDiskSpace }: DiskRoomOptions): DiskRoom {
  if (floorBytes === 0) return { open: () => unlimited, fullest: async () => null };
  let disks: readonly Disk[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  /** Attachments that are not stored yet, or that the figures may not show yet. */
  let expectedBytes = 0;
  /** Bytes that may have been written to the spool since the figures were read. */
  let spooledBytes = 0;
  /** Bytes that have been stored since then. */
  let storedBytes = 0;

  async function readAll(): Promise<void> {
    const seen = { spooledBytes, storedBytes };
    const found = await Promise.all(folders.map(readOne));
    disks = mergeDisks(found.filter((disk) => disk !== null));
    spooledBytes -= seen.spooledBytes;
    storedBytes -= seen.storedBytes;
    expectedBytes -= seen.storedBytes;
    readAt = performance.now();
  }

  async function readOne({ path, holds }: WrittenFolder): Promise<Disk | null> {
    // A disk that fails is for the readiness and the doctor to report.
    const space = await readSpace(path).catch(() => null);
    if (space === null) return null;
    const { device, freeBytes, totalBytes } = space;
    return { device, folder: path, freeBytes, floorBytes: floorOf(totalBytes, floorBytes), holds: [holds] };
  }

  function readOnce(): Promise<void> {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  }

  function isFull(): boolean {
    return disks.some(({ freeBytes, floorBytes, holds }) => {
      const toAttachments = holds.includes('attachments') ? expectedBytes : 0;
      const toSpool = holds.includes('spool') ? spooledBytes : 0;
      return freeBytes - toAttachments - toSpool < floorBytes;
    });
  }

  const isOutdated = () => performance.now() - readAt >= (isFull() ? validWhenFullMs : validMs);

  async function refresh(): Promise<void> {
    if (isOutdated()) await withinLimit(limitMs, null, (signal) => untilAborted(readOnce(), signal)).catch(() => {});
  }

  function open(): UploadRoom {
    let takenBytes = 0;
    let isShort = false;

    function judge(): void {
      if (isShort || !isFull()) return;
      isShort = true;
      // The others may have its room at once.
      expectedBytes -= takenBytes;
      takenBytes = 0;
    }

    return {
      take(bytes) {
        takenBytes += bytes;
        expectedBytes += bytes;
        spooledBytes += bytes;
        if (isOutdated()) void readOnce();
        else judge();
      },
      get isShort() {
        return isShort;
      },
      async hasRoom() {
        await refresh();
        judge();
        return !isShort;
      },
      release() {
        storedBytes += takenBytes;
        takenBytes = 0;
      },
    };
  }

  return {
    open,
    async fullest() {
      await refresh();
      const [disk] = [...disks].sort((a, b) => spareBytes(a) - spareBytes(b));
      if (disk === undefined) return null;
      const { folder, freeBytes, floorBytes } = disk;
      return { folder, freeBytes, floorBytes };
    },
  };
}

/** Returns one entry for each disk, named by the first of its folders. */
function mergeDisks(found: readonly Disk[]): readonly Disk[] {
  const byDevice = new Map<number, Disk>();
  for (const disk of found) {
    const first = byDevice.get(disk.device);
    byDevice.set(disk.device, first ? { ...first, holds: [...first.holds, ...disk.holds] } : disk);
  }
  return [...byDevice.values()];
}

function spareBytes({ freeBytes, floorBytes }: FullestDisk): number {
  return freeBytes - floorBytes;
}
