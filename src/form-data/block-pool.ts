/**
 * Blocks of memory of one size, used again and again: what is allocated anew for each piece of an upload has to be
 * found and freed by the garbage collector, which takes longer than to copy the bytes.
 */
export interface BlockPool {
  /** Bytes of the blocks in use. */
  readonly usedBytes: number;
  /** A block to keep bytes in, its content undefined; null where the budget has none left for that. */
  take(): Buffer | null;
  /** A block whatever the budget: for what is in memory already, on its way to disk. */
  takeAnyway(): Buffer;
  /** The blocks may be written to by others from now on. */
  giveBack(blocks: readonly Buffer[]): void;
}

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

  function takeAnyway(): Buffer {
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
    take: () => (usedBlocks < maxKeptBlocks ? takeAnyway() : null),
    takeAnyway,
    giveBack(blocks) {
      usedBlocks -= blocks.length;
      for (const block of blocks) if (isPooled(block)) free.push(block);
    },
  };
}

function isPooled(block: Buffer): boolean {
  return block.buffer.byteLength > blockBytes;
}
