export type BlockPool = ReturnType<typeof createBlockPool>;
export type BlockList = ReturnType<typeof createBlockList>;

export const blockBytes = 64 * 1024;
/** Blocks per allocation. Smaller allocations among sockets' garbage leave holes that cannot be given back. */
const slabBlocks = 16;
/** Share of the budget for bytes that stay in memory. The rest is for bytes that pass through to disk. */
const keptShare = 3 / 4;

/**
 * Creates a pool of reused blocks, which allocates memory when it is first needed and keeps up to the budget. Without
 * reuse the garbage collector would have to find and free a new allocation for each chunk of an upload, which takes
 * longer than copying the bytes.
 */
export function createBlockPool(budgetBytes: number) {
  const budgetBlocks = Math.floor(budgetBytes / blockBytes);
  const maxKeptBlocks = Math.ceil(budgetBlocks * keptShare);
  const free: Buffer[] = [];
  let pooledBlocks = 0;
  let usedBlocks = 0;

  /** Returns a block regardless of the budget, for bytes that are already in memory and on their way to disk. */
  function takeBeyondBudget(): Buffer {
    usedBlocks += 1;
    if (free.length === 0 && pooledBlocks < budgetBlocks) addSlab();
    return free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  function addSlab(): void {
    const slab = Buffer.allocUnsafeSlow(slabBlocks * blockBytes);
    for (let at = 0; at < slab.length; at += blockBytes) free.push(slab.subarray(at, at + blockBytes));
    pooledBlocks += slabBlocks;
  }

  return {
    /** Maximum bytes that are kept at once. */
    keptBytes: maxKeptBlocks * blockBytes,
    get usedBytes() {
      return usedBlocks * blockBytes;
    },
    /** True when more blocks are in use than the budget has. The surplus becomes garbage when it is released. */
    get isOverdrawn() {
      return usedBlocks > budgetBlocks;
    },
    /** Returns a block to keep bytes in, with undefined content, or null when the budget for kept blocks is used up. */
    take: () => (usedBlocks < maxKeptBlocks ? takeBeyondBudget() : null),
    takeBeyondBudget,
    /** Gives the blocks back. Other users may overwrite them from now on. */
    release(blocks: readonly Buffer[]): void {
      usedBlocks -= blocks.length;
      for (const block of blocks) if (isPooled(block)) free.push(block);
    },
  };
}

function isPooled(block: Buffer): boolean {
  return block.buffer.byteLength > blockBytes;
}

/** Creates a byte list that is stored in blocks from `takeBlock`, which may return null. */
export function createBlockList(takeBlock: () => Buffer | null) {
  let blocks: Buffer[] = [];
  let length = 0;

  /** Copies the chunk, or as much of its front as blocks are available. Returns the number of bytes copied. */
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

  /** Returns views of the bytes from `start` to `end`, one per block. */
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
    /** Empties the list and returns its blocks. */
    clear(): Buffer[] {
      const given = blocks;
      blocks = [];
      length = 0;
      return given;
    },
  };
}
