/** Decides before a body is read whether there is room for it. */
export interface Admission {
  /** A place for a body of this many bytes, `null` for an unannounced length; null when there is no room now. */
  admit(bodyBytes: number | null): Place | null;
}

export interface Place {
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
}

/** A body up to here is let in whatever is under way: it costs less than an answer that sends it away. */
const smallBodyBytes = 64 * 1024;

const freePlace: Place = { release() {} };

export function createAdmission({ maxUploads, maxSpoolBytes, maxRequestBytes }: AdmissionOptions): Admission {
  let uploads = 0;
  let spoolBytes = 0;
  return {
    admit(bodyBytes) {
      const bytes = Math.min(bodyBytes ?? maxRequestBytes, maxRequestBytes);
      if (bytes <= smallBodyBytes) return freePlace;
      // One upload alone is always let in: it could not come at a better time.
      if (uploads >= maxUploads || (uploads > 0 && spoolBytes + bytes > maxSpoolBytes)) return null;
      uploads += 1;
      spoolBytes += bytes;
      return once(() => {
        uploads -= 1;
        spoolBytes -= bytes;
      });
    },
  };
}

function once(release: () => void): Place {
  let isReleased = false;
  return {
    release() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
}
