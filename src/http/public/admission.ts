import type { BodyUnderWay } from '../../intake/steps/body-pace.ts';

interface AdmissionOptions {
  /** Maximum number of simultaneous uploads: requests whose body is not small. */
  readonly maxUploads: number;
  /** Memory for small bodies: in a form's own buffers, and in the spool while the bytes are written to disk. */
  readonly smallBodyMemoryBytes: number;
  /** A slower body may be timed out when another body finds no room. */
  readonly busyMinBodyBytesPerSecond: number;
}

interface OfferedBody {
  /** The announced length, or null without one. */
  readonly bodyBytes: number | null;
  /** True when the whole body has arrived and only waits to be read. */
  readonly isComplete: boolean;
}

/** The place of one body. */
interface Slot {
  /** Null until the body is received, and for a body that arrived whole. */
  body: BodyUnderWay | null;
}

/** Maximum bytes of a small body, which needs no upload slot. Counts in full: its file takes a spool block. */
const smallBodyBytes = 64 * 1024;

/** Minimum number of small bodies, however little memory there is. */
const minSmallBodies = 64;

/** Share of small bodies that may be incomplete. A crowd of slow bodies must not keep out complete ones. */
const incompleteShare = 3 / 4;

export type Admission = ReturnType<typeof createAdmission>;

/** Creates the decision whether there is room for a body, before the body is read. */
export function createAdmission(options: AdmissionOptions) {
  const { maxUploads, smallBodyMemoryBytes, busyMinBodyBytesPerSecond } = options;
  const maxSmallBodies = Math.max(minSmallBodies, Math.floor(smallBodyMemoryBytes / smallBodyBytes));
  const maxIncompleteSmallBodies = Math.floor(maxSmallBodies * incompleteShare);
  // Both in order of arrival.
  const uploads = new Set<Slot>();
  const smallBodies = new Set<Slot>();

  function admitTo(slots: Set<Slot>, max: number) {
    if (slots.size >= max && !timeOutOldestSlow(slots)) return null;
    const slot: Slot = { body: null };
    slots.add(slot);
    return {
      /** Assigns the body that uses the slot. */
      occupy(body: BodyUnderWay): void {
        slot.body = body;
      },
      /** Idempotent. */
      release: () => release(slots, slot),
    };
  }

  /** Picks the oldest, not the slowest: with thousands of bodies a search for each new one would take too long. */
  function timeOutOldestSlow(slots: Set<Slot>): boolean {
    for (const slot of slots) {
      const { body } = slot;
      // A body that is not being received, or is too young to tell, counts as fast.
      const bytesPerSecond = body?.bytesPerSecond() ?? Number.POSITIVE_INFINITY;
      if (bytesPerSecond >= busyMinBodyBytesPerSecond) continue;
      release(slots, slot);
      body?.timeOut();
      return true;
    }
    return false;
  }

  return {
    /** The number of simultaneous uploads. */
    uploads: () => uploads.size,
    /** Returns a slot for the body, or null when there is no room. Times out a slow body to make room. */
    admit({ bodyBytes, isComplete }: OfferedBody) {
      const isSmall = bodyBytes !== null && bodyBytes <= smallBodyBytes;
      if (!isSmall) return admitTo(uploads, maxUploads);
      return admitTo(smallBodies, isComplete ? maxSmallBodies : maxIncompleteSmallBodies);
    },
  };
}

function release(slots: Set<Slot>, slot: Slot): void {
  slots.delete(slot);
  // A rehashed Set keeps its old table, with all its former entries, until the next full garbage collection.
  slot.body = null;
}
