export interface MemoryReservations {
  /**
   * Resolves when a long body has room in memory beside those that reserved before it. Resolves at once for a shorter
   * body, for one that never has room, and after the longest wait. The result gives the room back.
   */
  reserve(bodyBytes: number): Promise<() => void>;
}

interface ReservationLimits {
  /** Memory for all bodies together. */
  readonly memoryBytes: number;
  /** A shorter body is not worth a wait. */
  readonly longBodyBytes: number;
  readonly maxWaitMs: number;
}

const nothingReserved = (): void => undefined;

/**
 * Lets long bodies in one after another, in order of arrival, where all at once would overflow to disk: ten 10 MiB files
 * then take a fifth less CPU time (bench/results/tried.md). The longest wait bounds what slow senders cost the others.
 */
export function createMemoryReservations(limits: ReservationLimits): MemoryReservations {
  const { memoryBytes, longBodyBytes, maxWaitMs } = limits;
  const waiting = new Set<{ readonly bytes: number; admit(): void }>();
  let reservedBytes = 0;

  const hasRoom = (bytes: number) => reservedBytes + bytes <= memoryBytes;

  function untilRoom(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(admit, maxWaitMs);
      const entry = { bytes, admit };
      function admit(): void {
        clearTimeout(timer);
        waiting.delete(entry);
        reservedBytes += bytes;
        resolve();
      }
      waiting.add(entry);
      admitWaiting();
    });
  }

  function admitWaiting(): void {
    for (const { bytes, admit } of waiting) {
      if (!hasRoom(bytes)) return;
      admit();
    }
  }

  return {
    async reserve(bodyBytes) {
      if (bodyBytes < longBodyBytes || bodyBytes > memoryBytes) return nothingReserved;
      await untilRoom(bodyBytes);
      return () => {
        reservedBytes -= bodyBytes;
        admitWaiting();
      };
    },
  };
}
