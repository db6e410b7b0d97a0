import type { BodyUnderWay } from '../../intake/body-pace.ts';

/** Decides whether there is room for a body, before the body is read. */
export interface Admission {
  /** Returns a slot for the body, or null when there is no room. Times out slow bodies to make room. */
  admit(body: OfferedBody): UploadSlot | null;
}

interface OfferedBody {
  /** The announced length, or null without one. */
  readonly bodyBytes: number | null;
  /** True when the whole body has arrived and only waits to be read. */
  readonly isComplete: boolean;
}

export interface UploadSlot {
  /** Assigns the body that uses the slot. */
  occupy(body: BodyUnderWay): void;
  /** Idempotent. */
  release(): void;
}

export interface AdmissionOptions {
  /** Maximum number of simultaneous uploads: requests whose body is not small. */
  readonly maxUploads: number;
  /** Maximum bytes of all uploads together: announced lengths, or the received bytes where no length is announced. */
  readonly maxSpoolBytes: number;
  /** Maximum bytes counted for one body, because bytes beyond this limit are not stored. */
  readonly maxRequestBytes: number;
  /** Memory for small bodies: in a form's own buffers, and in the spool while the bytes are written to disk. */
  readonly smallBodyMemoryBytes: number;
  /** A slower body may be timed out when another body finds no room. */
  readonly busyMinBodyBytesPerSecond: number;
}

/** Maximum bytes of a small body, which needs no upload slot. Counts in full: its file takes a spool block. */
const smallBodyBytes = 64 * 1024;

/** Minimum number of small bodies, however little memory there is. */
const minSmallBodies = 64;

/** Share of small bodies that may be incomplete. A crowd of slow bodies must not keep out complete ones. */
const incompleteShare = 3 / 4;

interface TakenSlot extends UploadSlot {
  readonly announcedBytes: number | null;
  body: BodyUnderWay | null;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { maxUploads, maxSpoolBytes, maxRequestBytes, smallBodyMemoryBytes, busyMinBodyBytesPerSecond } = options;
  const maxSmallBodies = Math.max(minSmallBodies, Math.floor(smallBodyMemoryBytes / smallBodyBytes));
  const uploads = new Set<TakenSlot>();
  /** The slots of small bodies, in order of arrival. */
  const smallBodies = new Set<TakenSlot>();

  /** Returns true when there is room. A single upload always has room, because waiting could not give it more. */
  function hasRoom(bytes: number, others: ReadonlySet<TakenSlot>): boolean {
    if (others.size === 0) return true;
    let spoolBytes = bytes;
    for (const other of others) spoolBytes += bytesOf(other);
    return others.size < maxUploads && spoolBytes <= maxSpoolBytes;
  }

  /** Returns the slow uploads to time out for this one, slowest first, or none when all of them do not suffice. */
  function slotsToFree(bytes: number): readonly TakenSlot[] {
    const remaining = new Set(uploads);
    const freed: TakenSlot[] = [];
    for (const slot of slowestFirst([...uploads], busyMinBodyBytesPerSecond)) {
      remaining.delete(slot);
      freed.push(slot);
      if (hasRoom(bytes, remaining)) return freed;
    }
    return [];
  }

  function admitUpload(bodyBytes: number | null): UploadSlot | null {
    const announcedBytes = bodyBytes && Math.min(bodyBytes, maxRequestBytes);
    const bytes = announcedBytes ?? smallBodyBytes;
    if (!hasRoom(bytes, uploads)) for (const slot of slotsToFree(bytes)) timeOut(slot);
    return hasRoom(bytes, uploads) ? takeSlot(uploads, announcedBytes) : null;
  }

  function admitSmallBody(bodyBytes: number, isComplete: boolean): UploadSlot | null {
    const max = isComplete ? maxSmallBodies : maxSmallBodies * incompleteShare;
    if (smallBodies.size >= max) timeOutOldestSlowSmallBody();
    return smallBodies.size < max ? takeSlot(smallBodies, bodyBytes) : null;
  }

  /** Picks the oldest, not the slowest: with thousands of bodies a search for each new one would take too long. */
  function timeOutOldestSlowSmallBody(): void {
    for (const slot of smallBodies) {
      if (bytesPerSecondOf(slot) >= busyMinBodyBytesPerSecond) continue;
      timeOut(slot);
      return;
    }
  }

  return {
    admit({ bodyBytes, isComplete }) {
      const isSmall = bodyBytes !== null && bodyBytes <= smallBodyBytes;
      return isSmall ? admitSmallBody(bodyBytes, isComplete) : admitUpload(bodyBytes);
    },
  };
}

function takeSlot(slots: Set<TakenSlot>, announcedBytes: number | null): UploadSlot {
  const slot: TakenSlot = {
    announcedBytes,
    body: null,
    occupy(body) {
      slot.body = body;
    },
    release() {
      slots.delete(slot);
      // A rehashed Set keeps its old table, with all its former entries, until the next full garbage collection.
      slot.body = null;
    },
  };
  slots.add(slot);
  return slot;
}

function timeOut(slot: TakenSlot): void {
  const { body } = slot;
  slot.release();
  body?.timeOut();
}

function bytesPerSecondOf({ body }: TakenSlot): number {
  return body?.bytesPerSecond() ?? Number.POSITIVE_INFINITY;
}

function bytesOf({ announcedBytes, body }: TakenSlot): number {
  return announcedBytes ?? Math.max(smallBodyBytes, body?.receivedBytes() ?? 0);
}

function slowestFirst(slots: readonly TakenSlot[], minBytesPerSecond: number): readonly TakenSlot[] {
  return slots
    .map((slot) => ({ slot, rate: bytesPerSecondOf(slot) }))
    .filter(({ rate }) => rate < minBytesPerSecond)
    .sort((a, b) => a.rate - b.rate)
    .map(({ slot }) => slot);
}
