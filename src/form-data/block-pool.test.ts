import { describe, expect, it } from 'vitest';
import { blockBytes, createBlockPool } from './block-pool.ts';

describe('createBlockPool', () => {
  it('gives three quarters of its budget for keeping', () => {
    const pool = createBlockPool(8 * blockBytes);
    const taken = Array.from({ length: 8 }, () => pool.take());
    expect(taken.filter((block) => block !== null)).toHaveLength(6);
    expect(pool.usedBytes).toBe(6 * blockBytes);
  });

  it('gives a block for what passes through whatever the budget', () => {
    for (const budget of [0, blockBytes - 1, 2 * blockBytes]) {
      const pool = createBlockPool(budget);
      const blocks = Array.from({ length: 40 }, () => pool.takeAnyway());
      expect(new Set(blocks).size).toBe(40);
      expect(blocks.every((block) => block.length === blockBytes)).toBe(true);
      expect(pool.take()).toBeNull();
      pool.giveBack(blocks);
      expect(pool.usedBytes).toBe(0);
    }
  });

  it('keeps bytes again after what passed through has gone', () => {
    const pool = createBlockPool(4 * blockBytes);
    const passing = [pool.takeAnyway(), pool.takeAnyway(), pool.takeAnyway()];
    expect(pool.take()).toBeNull();
    pool.giveBack(passing);
    expect(pool.take()).not.toBeNull();
  });

  it('uses the same memory again and again', () => {
    const pool = createBlockPool(64 * blockBytes);
    const memory = new Set<ArrayBufferLike>();
    for (let round = 0; round < 100; round++) {
      const blocks = Array.from({ length: 48 }, () => pool.takeAnyway());
      for (const { buffer } of blocks) memory.add(buffer);
      pool.giveBack(blocks);
    }
    expect([...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(64 * blockBytes);
  });

  it('keeps no memory beyond its budget', () => {
    const pool = createBlockPool(16 * blockBytes);
    const first = Array.from({ length: 100 }, () => pool.takeAnyway());
    pool.giveBack(first);
    const memory = new Set(first.map(({ buffer }) => buffer));
    const second = Array.from({ length: 100 }, () => pool.takeAnyway());
    expect(second.filter(({ buffer }) => memory.has(buffer))).toHaveLength(16);
  });

  it('never has one block in use twice', () => {
    const pool = createBlockPool(40 * blockBytes);
    const used = new Set<Buffer>();
    for (let step = 0; step < 1000; step++) {
      const block = step % 3 === 2 ? used.values().next().value : undefined;
      if (block !== undefined) {
        used.delete(block);
        pool.giveBack([block]);
        continue;
      }
      const taken = pool.takeAnyway();
      expect(used.has(taken)).toBe(false);
      used.add(taken);
    }
    expect(pool.usedBytes).toBe(used.size * blockBytes);
  });
});
