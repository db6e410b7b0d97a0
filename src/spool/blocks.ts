/**
 * Blocks of memory of one size, used again and again: what is allocated anew for each chunk of an upload has to be
 * found and freed by the garbage collector, which takes longer than to copy the bytes.
 */
export interface BlockPool {
  /** Bytes of the blocks in use. */
  readonly usedBytes: number;
  /** More blocks are in use than the budget has: the others are garbage afterwards. */
  readonly isOverdrawn: boolean;
  /** A block to keep bytes in, its content undefined; null where the budget has none left for that. */
  take(): Buffer | null;
  /** A block whatever the budget: for what is in memory already, on its way to disk. */
  takeBeyondBudget(): Buffer;
  /** The blocks may be written to by others from now on. */
  release(blocks: readonly Buffer[]): void;
}

export type BlockList = ReturnType<typeof createBlockList>;

export const blockBytes = 64 * 1024;
/** One allocation; smaller ones among the garbage of the sockets leave holes that the process cannot give back. */
const slabBlocks = 16;
/** The rest of the budget is for what passes through to disk. */
const keptShare = 3 / 4;

/** Memory is taken from the system when it is first needed, and kept up to the budget. */
export function createBlockPool(budgetBytes: number): BlockPool {
  const budgetBlocks = Math.floor(budgetBytes / blockBytes);
  const maxKeptBlocks = Math.ceil(budgetBlocks * keptShare);
  const free: Buffer[] = [];
  let pooledBlocks = 0;
  let usedBlocks = 0;

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
    get usedBytes() {
      return usedBlocks * blockBytes;
    },
    get isOverdrawn() {
      return usedBlocks > budgetBlocks;
    },
    take: () => (usedBlocks < maxKeptBlocks ? takeBeyondBudget() : null),
    takeBeyondBudget,
    release(blocks) {
      usedBlocks -= blocks.length;
      for (const block of blocks) if (isPooled(block)) free.push(block);
    },
  };
}

function isPooled(block: Buffer): boolean {
  return block.buffer.byteLength > blockBytes;
}

/** Bytes one after the other in blocks. Takes these from `takeBlock`, which may have none. */
export function createBlockList(takeBlock: () => Buffer | null) {
  let blocks: Buffer[] = [];
  let length = 0;

  /** Copies the chunk, or as much of its front as there are blocks for. Gives the number of bytes copied. */
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

  /** The bytes from `start` to `end`, as they lie in the blocks. */
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
    /** Bytes appended. */
    length: () => length,
    append,
    views,
    /** Empties the list and gives its blocks. */
    clear(): Buffer[] {
      const given = blocks;
      blocks = [];
      length = 0;
      return given;
    },
  };
}
