/** Bytes in memory, in few buffers whatever the size of the chunks they came in. */
export interface ChunkList {
  /** The bytes of memory that appending `chunk` would newly hold. */
  cost(chunk: Buffer): number;
  append(chunk: Buffer): void;
  /** Bytes of memory held: what the chunks pin, and what is free in the last block. */
  readonly heldBytes: number;
  /** Bytes appended. */
  readonly length: number;
  /** Views of the bytes appended so far, in their order. */
  views(): Buffer[];
}

interface Run {
  readonly bytes: Buffer;
  readonly start: number;
  end: number;
}

const minReferenceBytes = 16 * 1024;
const minBlockBytes = 1024;
const maxBlockBytes = 64 * 1024;

/**
 * Large chunks are kept by reference. Small ones, and those that would pin a buffer of more than twice their size, are
 * copied into blocks that grow with the list, so that neither one-byte packets nor tiny files hold much more than they
 * are.
 */
export function createChunkList(): ChunkList {
  const runs: Run[] = [];
  let block: Run | null = null;
  let heldBytes = 0;
  let length = 0;

  function cost(chunk: Buffer): number {
    if (isKeptByReference(chunk)) return chunk.buffer.byteLength;
    const rest = chunk.length - roomInBlock();
    return rest > 0 ? Math.max(rest, Math.min(maxBlockBytes, Math.max(minBlockBytes, length))) : 0;
  }

  function append(chunk: Buffer): void {
    const newBytes = cost(chunk);
    heldBytes += newBytes;
    length += chunk.length;
    if (isKeptByReference(chunk)) {
      runs.push({ bytes: chunk, start: 0, end: chunk.length });
      return;
    }
    const copied = copyIntoBlock(chunk);
    if (newBytes === 0) return;
    block = { bytes: Buffer.allocUnsafeSlow(newBytes), start: 0, end: 0 };
    runs.push(block);
    copyIntoBlock(chunk.subarray(copied));
  }

  function roomInBlock(): number {
    return block === null ? 0 : block.bytes.length - block.end;
  }

  function copyIntoBlock(bytes: Buffer): number {
    if (block === null || roomInBlock() === 0) return 0;
    // A chunk by reference came between: the block goes on behind it as a run of its own.
    if (block !== runs.at(-1)) {
      block = { bytes: block.bytes, start: block.end, end: block.end };
      runs.push(block);
    }
    const copied = bytes.copy(block.bytes, block.end);
    block.end += copied;
    return copied;
  }

  return {
    cost,
    append,
    get heldBytes() {
      return heldBytes;
    },
    get length() {
      return length;
    },
    views: () => runs.map(({ bytes, start, end }) => bytes.subarray(start, end)),
  };
}

function isKeptByReference(chunk: Buffer): boolean {
  return chunk.length >= minReferenceBytes && chunk.length * 2 >= chunk.buffer.byteLength;
}
