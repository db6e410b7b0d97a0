import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlockList } from './block-list.ts';
import { blockBytes } from './block-pool.ts';

function takeBlocks(count: number): () => Buffer | null {
  let left = count;
  return () => (left-- > 0 ? Buffer.alloc(blockBytes) : null);
}

describe('createBlockList', () => {
  it('gives back any range of what was appended, in whatever chunks it came', () => {
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
