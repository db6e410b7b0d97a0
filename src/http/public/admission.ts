import type { BodyUnderWay } from '../../intake/body-pace.ts';

/** Decides whether there is room for a body, before the body is read. */
export interface Admission {
  /** Returns a slot for the body, or null when there is no room. Times out a slow body to make room. */
  admit(body: OfferedBody): BodySlot | null;
}

interface OfferedBody {
  /** The announced length, or null without one. */
  readonly bodyBytes: number | null;
  /** True when the whole body has arrived and only waits to be read. */
  readonly isComplete: boolean;
}

interface BodySlot {
  /** Assigns the body that uses the slot. */
  occupy(body: BodyUnderWay): void;
  /** Idempotent. */
  release(): void;
}

export interface AdmissionOptions {
  /** Maximum number of simultaneous uploads: requests whose body is not small. */
  readonly maxUploads: number;
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

interface TakenSlot extends BodySlot {
  body: BodyUnderWay | null;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { maxUploads, smallBodyMemoryBytes, busyMinBodyBytesPerSecond } = options;
  const maxSmallBodies = Math.max(minSmallBodies, Math.floor(smallBodyMemoryBytes / smallBodyBytes));
  const maxIncompleteSmallBodies = Math.floor(maxSmallBodies * incompleteShare);
  // Both in order of arrival.
  const uploads = new Set<TakenSlot>();
  const smallBodies = new Set<TakenSlot>();

  /** Takes a slot. When there is none, the oldest slow body is timed out for it. */
  function admitTo(slots: Set<TakenSlot>, max: number): BodySlot | null {
    if (slots.size >= max && !timeOutOldestSlow(slots)) return null;
    return takeSlot(slots);
  }

  /** Picks the oldest, not the slowest: with thousands of bodies a search for each new one would take too long. */
  function timeOutOldestSlow(slots: ReadonlySet<TakenSlot>): boolean {
    for (const slot of slots) {
      if (bytesPerSecondOf(slot) >= busyMinBodyBytesPerSecond) continue;
      timeOut(slot);
      return true;
    }
    return false;
  }

  return {
    admit({ bodyBytes, isComplete }) {
      const isSmall = bodyBytes !== null && bodyBytes <= smallBodyBytes;
      if (!isSmall) return admitTo(uploads, maxUploads);
      return admitTo(smallBodies, isComplete ? maxSmallBodies : maxIncompleteSmallBodies);
    },
  };
}

function takeSlot(slots: Set<TakenSlot>): BodySlot {
  const slot: TakenSlot = {
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

/** A body that is not being received, or is too young to tell, counts as fast. */
function bytesPerSecondOf({ body }: TakenSlot): number {
  return body?.bytesPerSecond() ?? Number.POSITIVE_INFINITY;
}
