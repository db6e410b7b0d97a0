import { blockBytes } from './block-pool.ts';

/** Bytes one after the other in blocks. */
export interface BlockList {
  /** Bytes appended. */
  length(): number;
  /** Copies the chunk, or as much of its front as there are blocks for. Gives the number of bytes copied. */
  append(chunk: Buffer): number;
  /** The bytes from `start` to `end`, as they lie in the blocks. */
  views(start: number, end: number): Buffer[];
  /** Empties the list and gives its blocks. */
  clear(): Buffer[];
}

/** Takes its blocks from `takeBlock`, which may have none. */
export function createBlockList(takeBlock: () => Buffer | null): BlockList {
  let blocks: Buffer[] = [];
  let length = 0;

  function append(chunk: Buffer): number {
    let copied = 0;
    while (copied < chunk.length) {
      const block = length === blocks.length * blockBytes ? addBlock() : blocks.at(-1);
      if (!block) break;
      const bytes = chunk.copy(block, length % blockBytes, copied);
      copied += bytes;
      length += bytes;
    }
    return copied;
  }

  function addBlock(): Buffer | null {
    const block = takeBlock();
    if (block !== null) blocks.push(block);
    return block;
  }

  function views(start: number, end: number): Buffer[] {
    const found: Buffer[] = [];
    for (let at = start; at < end; ) {
      const offset = at % blockBytes;
      const bytes = Math.min(blockBytes - offset, end - at);
      const block = blocks[Math.floor(at / blockBytes)];
      if (block) found.push(block.subarray(offset, offset + bytes));
      at += bytes;
    }
    return found;
  }

  return {
    length: () => length,
    append,
    views,
    clear() {
      const given = blocks;
      blocks = [];
      length = 0;
      return given;
    },
  };
}
