import type { BodyUnderWay } from '../intake/body-pace.ts';

/** Decides before a body is read whether there is room for it. */
export interface Admission {
  /**
   * A place for a body of this many bytes, `null` for an unannounced length; null when there is no room now. Where there
   * is none, the slowest of the slow uploads are let go to make some.
   */
  admit(bodyBytes: number | null): Place | null;
}

export interface Place {
  /** The body that takes it. */
  occupy(body: BodyUnderWay): void;
  /** Idempotent. */
  release(): void;
}

export interface AdmissionOptions {
  /** Larger requests under way at once. */
  readonly maxUploads: number;
  /** Bytes of their bodies, by the announced lengths. */
  readonly maxSpoolBytes: number;
  /** What a body of an unannounced length may come to, and the most that any may. */
  readonly maxRequestBytes: number;
  /** An upload that brings less may have to go when somebody else finds no room. */
  readonly busyMinBodyBytesPerSecond: number;
}

/** A body up to here is let in whatever is under way: it costs less than an answer that sends it away. */
const smallBodyBytes = 64 * 1024;

const freePlace: Place = { occupy() {}, release() {} };

interface TakenPlace extends Place {
  readonly bytes: number;
  body: BodyUnderWay | null;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { maxUploads, maxSpoolBytes, maxRequestBytes, busyMinBodyBytesPerSecond } = options;
  const taken = new Set<TakenPlace>();
  let spoolBytes = 0;

  /** One upload alone is always let in: it could not come at a better time. */
  const hasRoom = (bytes: number, count: number, otherBytes: number) =>
    count === 0 || (count < maxUploads && otherBytes + bytes <= maxSpoolBytes);

  function take(bytes: number): Place {
    const place: TakenPlace = {
      bytes,
      body: null,
      occupy(body) {
        place.body = body;
      },
      release() {
        if (taken.delete(place)) spoolBytes -= bytes;
      },
    };
    taken.add(place);
    spoolBytes += bytes;
    return place;
  }

  function makeRoom(bytes: number): void {
    const slow = slowestFirst([...taken], busyMinBodyBytesPerSecond);
    const freeable = slow.reduce((sum, place) => sum + place.bytes, 0);
    // Nobody is let go for somebody who would be sent away all the same.
    if (!hasRoom(bytes, taken.size - slow.length, spoolBytes - freeable)) return;
    for (const place of slow) {
      if (hasRoom(bytes, taken.size, spoolBytes)) return;
      place.release();
      place.body?.giveUp();
    }
  }

  return {
    admit(bodyBytes) {
      const bytes = Math.min(bodyBytes ?? maxRequestBytes, maxRequestBytes);
      if (bytes <= smallBodyBytes) return freePlace;
      if (!hasRoom(bytes, taken.size, spoolBytes)) makeRoom(bytes);
      return hasRoom(bytes, taken.size, spoolBytes) ? take(bytes) : null;
    },
  };
}

function slowestFirst(places: readonly TakenPlace[], minBytesPerSecond: number): readonly TakenPlace[] {
  return places
    .map((place) => ({ place, rate: place.body?.bytesPerSecond() ?? Number.POSITIVE_INFINITY }))
    .filter(({ rate }) => rate < minBytesPerSecond)
    .sort((a, b) => a.rate - b.rate)
    .map(({ place }) => place);
}
