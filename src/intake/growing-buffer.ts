const empty = Buffer.alloc(0);

/**
 * Collects chunks into one buffer, whose size doubles: many small chunks cost time linear in their bytes. A single
 * chunk is not copied, so nobody may write to it before the next `append`.
 */
export function createGrowingBuffer() {
  let buffer: Buffer = empty;
  let length = 0;

  function copy(chunk: Buffer): void {
    if (length + chunk.length > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(buffer.length, chunk.length) * 2);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    buffer.set(chunk, length);
  }

  return {
    append(chunk: Buffer): void {
      if (length === 0) buffer = chunk;
      else copy(chunk);
      length += chunk.length;
    },
    /** The collected bytes. Valid until the next `append`. */
    bytes: () => buffer.subarray(0, length),
  };
}
