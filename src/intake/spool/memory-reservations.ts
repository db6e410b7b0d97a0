/** A shorter body is not worth a wait. */
const longBodyBytes = 8 * 1024 * 1024;
const maxWaitMs = 3000;

const nothingReserved = (): void => undefined;

/**
 * Lets long bodies in one after another, in order of arrival, where all at once would overflow to disk: ten 10 MiB files
 * then take a fifth less CPU time (bench/results/tried.md). The longest wait bounds the delay by slow senders.
 * @param memoryBytes Memory for all bodies together.
 * @returns `Spool.reserveMemory`. A shorter body, and one that never has room, does not wait.
 */
export function createMemoryReservations(memoryBytes: number): (bodyBytes: number) => Promise<() => void> {
  const waiting = new Set<{ readonly bytes: number; admit(): void }>();
  let reservedBytes = 0;

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
      if (reservedBytes + bytes > memoryBytes) return;
      admit();
    }
  }

  return async (bodyBytes) => {
    if (bodyBytes < longBodyBytes || bodyBytes > memoryBytes) return nothingReserved;
    await untilRoom(bodyBytes);
    return () => {
      reservedBytes -= bodyBytes;
      admitWaiting();
    };
  };
}
