/** Little enough to come out of Node's pool of small buffers. */
const initialBytes = 1024;

const empty = Buffer.alloc(0);

/** Collects chunks into one piece. Copies, so that many small chunks cost no more than their bytes. */
export interface GrowingBuffer {
  readonly length: number;
  append(chunk: Uint8Array): void;
  /** The bytes so far; valid until the next `append`. */
  bytes(): Buffer;
}

export function createGrowingBuffer(): GrowingBuffer {
  let buffer: Buffer = empty;
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(chunk) {
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(initialBytes, buffer.length * 2, length + chunk.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length += chunk.length;
    },
    bytes: () => buffer.subarray(0, length),
  };
}
