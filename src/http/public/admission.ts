import type { BodyUnderWay } from '../../intake/body-pace.ts';

/** Decides before a body is read whether there is room for it. */
export interface Admission {
  /** A slot for the body; null when there is no room now. Slow bodies are timed out to make room. */
  admit(body: OfferedBody): UploadSlot | null;
}

interface OfferedBody {
  /** Null for an unannounced length. */
  readonly bodyBytes: number | null;
  /** Whether it has arrived whole, and waits for nothing but its turn. */
  readonly isComplete: boolean;
}

export interface UploadSlot {
  /** The body that takes the slot. */
  occupy(body: BodyUnderWay): void;
  /** Idempotent. */
  release(): void;
}

export interface AdmissionOptions {
  /** Larger requests under way at once. */
  readonly maxUploads: number;
  /** Bytes of their bodies: by the announced lengths, and by what has arrived where none is announced. */
  readonly maxSpoolBytes: number;
  /** No body is counted as more: what comes behind it is not stored. */
  readonly maxRequestBytes: number;
  /** For small bodies: what a form holds beside the spool, and in the spool while that takes it to disk. */
  readonly smallBodyMemoryBytes: number;
  /** A body that brings less may be timed out when another finds no room. */
  readonly busyMinBodyBytesPerSecond: number;
}

/** A body of at most this size needs no room among the uploads. It counts in full: its file takes a block of the spool. */
const smallBodyBytes = 64 * 1024;

/** However little memory there is. */
const minSmallBodies = 64;

/** Of the room for small bodies. The rest is for those that have arrived, which a crowd of slow ones must not keep out. */
const incompleteShare = 3 / 4;

interface TakenSlot extends UploadSlot {
  readonly announcedBytes: number | null;
  body: BodyUnderWay | null;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { maxUploads, maxSpoolBytes, maxRequestBytes, smallBodyMemoryBytes, busyMinBodyBytesPerSecond } = options;
  const maxSmallBodies = Math.max(minSmallBodies, Math.floor(smallBodyMemoryBytes / smallBodyBytes));
  const uploads = new Set<TakenSlot>();
  /** In the order of their arrival. */
  const smallBodies = new Set<TakenSlot>();

  /** One upload alone always has room: it could not come at a better time. */
  function hasRoom(bytes: number, others: ReadonlySet<TakenSlot>): boolean {
    if (others.size === 0) return true;
    let spoolBytes = bytes;
    for (const other of others) spoolBytes += bytesOf(other);
    return others.size < maxUploads && spoolBytes <= maxSpoolBytes;
  }

  /** The slow uploads that have to go for this one, the slowest first; none where even all of them would not do. */
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

  /** The oldest rather than the slowest: there are thousands, and each that comes may ask. */
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
      // A Set that has been rehashed keeps its old table, with all that was in it, until the next full collection.
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
