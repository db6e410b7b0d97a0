import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockBytes, createBlockList, createBlockPool } from './blocks.ts';

function takeBlocks(count: number): () => Buffer | null {
  let left = count;
  return () => (left-- > 0 ? Buffer.alloc(blockBytes) : null);
}

describe('createBlockList', () => {
  it('returns any range of the appended bytes, however they were cut into chunks', () => {
    const sizes = fc.array(fc.oneof(fc.nat(10), fc.nat(3000), fc.constantFrom(blockBytes, blockBytes + 1, 100_000)));
    const keeps = (lengths: number[], from: number, to: number) => {
      const list = createBlockList(takeBlocks(Number.POSITIVE_INFINITY));
      const chunks = lengths.map((length) => randomBytes(length));
      for (const chunk of chunks) expect(list.append(chunk)).toBe(chunk.length);
      const whole = Buffer.concat(chunks);
      const [start = 0, end = 0] = [from % (whole.length + 1), to % (whole.length + 1)].sort((a, b) => a - b);
      expect(list.length()).toBe(whole.length);
      expect(Buffer.concat(list.views(start, end)).equals(whole.subarray(start, end))).toBe(true);
      expect(list.clear()).toHaveLength(Math.ceil(whole.length / blockBytes));
    };
    fc.assert(fc.property(sizes, fc.nat(), fc.nat(), keeps), { numRuns: 50 });
  });

  it('copies only the front of a chunk for which there are blocks', () => {
    const list = createBlockList(takeBlocks(2));
    const content = randomBytes(3 * blockBytes);
    expect(list.append(content.subarray(0, 10))).toBe(10);
    expect(list.append(content.subarray(10))).toBe(2 * blockBytes - 10);
    expect(list.append(content)).toBe(0);
    expect(Buffer.concat(list.views(0, list.length())).equals(content.subarray(0, 2 * blockBytes))).toBe(true);
  });

  it('is empty after it was cleared', () => {
    const list = createBlockList(takeBlocks(1));
    list.append(Buffer.from('x'));
    expect(list.clear()).toHaveLength(1);
    expect(list.length()).toBe(0);
    expect(list.clear()).toEqual([]);
  });
});

describe('createBlockPool', () => {
  it('gives three quarters of its budget for keeping', () => {
    const pool = createBlockPool(8 * blockBytes);
    const taken = Array.from({ length: 8 }, () => pool.take());
    expect(taken.filter((block) => block !== null)).toHaveLength(6);
    expect(pool.usedBytes).toBe(6 * blockBytes);
  });

  it('gives a block for bytes on their way to disk without regard to the budget', () => {
    for (const budget of [0, blockBytes - 1, 2 * blockBytes]) {
      const pool = createBlockPool(budget);
      const blocks = Array.from({ length: 40 }, () => pool.takeBeyondBudget());
      expect(new Set(blocks).size).toBe(40);
      expect(blocks.every((block) => block.length === blockBytes)).toBe(true);
      expect(pool.take()).toBeNull();
      pool.release(blocks);
      expect(pool.usedBytes).toBe(0);
    }
  });

  it('keeps bytes again after those on their way to disk have gone', () => {
    const pool = createBlockPool(4 * blockBytes);
    const passing = [pool.takeBeyondBudget(), pool.takeBeyondBudget(), pool.takeBeyondBudget()];
    expect(pool.take()).toBeNull();
    pool.release(passing);
    expect(pool.take()).not.toBeNull();
  });

  it('uses the same memory again and again', () => {
    const pool = createBlockPool(64 * blockBytes);
    const memory = new Set<ArrayBufferLike>();
    for (let round = 0; round < 100; round++) {
      const blocks = Array.from({ length: 48 }, () => pool.takeBeyondBudget());
      for (const { buffer } of blocks) memory.add(buffer);
      pool.release(blocks);
    }
    expect([...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(64 * blockBytes);
  });

  it('keeps no memory beyond its budget', () => {
    const pool = createBlockPool(16 * blockBytes);
    const first = Array.from({ length: 100 }, () => pool.takeBeyondBudget());
    pool.release(first);
    const memory = new Set(first.map(({ buffer }) => buffer));
    const second = Array.from({ length: 100 }, () => pool.takeBeyondBudget());
    expect(second.filter(({ buffer }) => memory.has(buffer))).toHaveLength(16);
  });

  it('never has one block in use twice', () => {
    const pool = createBlockPool(40 * blockBytes);
    const used = new Set<Buffer>();
    for (let step = 0; step < 1000; step++) {
      const block = step % 3 === 2 ? used.values().next().value : undefined;
      if (block !== undefined) {
        used.delete(block);
        pool.release([block]);
        continue;
      }
      const taken = pool.takeBeyondBudget();
      expect(used.has(taken)).toBe(false);
      used.add(taken);
    }
    expect(pool.usedBytes).toBe(used.size * blockBytes);
  });
});
