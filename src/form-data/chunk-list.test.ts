import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChunkList } from './chunk-list.ts';

const kib = 1024;

function chunkOf(bytes: number): Buffer {
  return Buffer.alloc(bytes, bytes % 251);
}

describe('createChunkList', () => {
  it('gives back what was appended, and foretells the memory it takes', () => {
    const sizes = fc.array(fc.oneof(fc.nat(10), fc.nat(3 * kib), fc.constantFrom(16 * kib, 64 * kib, 100 * kib)));
    const keeps = (lengths: number[]) => {
      const list = createChunkList();
      const chunks = lengths.map(chunkOf);
      for (const chunk of chunks) {
        const foretold = list.heldBytes + list.cost(chunk);
        list.append(chunk);
        expect(list.heldBytes).toBe(foretold);
      }
      const whole = Buffer.concat(chunks);
      expect(Buffer.concat(list.views()).equals(whole)).toBe(true);
      expect(list.length).toBe(whole.length);
      expect(list.heldBytes).toBeGreaterThanOrEqual(whole.length);
      expect(list.heldBytes).toBeLessThanOrEqual(2 * whole.length + 64 * kib);
    };
    fc.assert(fc.property(sizes, keeps));
  });

  it('keeps a large chunk by reference', () => {
    const list = createChunkList();
    const chunk = Buffer.allocUnsafeSlow(64 * kib);
    list.append(chunk);
    expect(list.views()[0]?.buffer).toBe(chunk.buffer);
    expect(list.heldBytes).toBe(64 * kib);
  });

  it('counts all that a chunk by reference pins', () => {
    const list = createChunkList();
    list.append(Buffer.allocUnsafeSlow(64 * kib).subarray(20 * kib));
    expect(list.heldBytes).toBe(64 * kib);
  });

  it('copies a view that would pin a much larger buffer', () => {
    const list = createChunkList();
    const large = Buffer.allocUnsafeSlow(1024 * kib);
    list.append(large.subarray(0, 20 * kib));
    expect(list.views()[0]?.buffer).not.toBe(large.buffer);
    expect(list.heldBytes).toBe(20 * kib);
  });

  it('keeps a hundred thousand one-byte chunks in a few buffers', () => {
    const list = createChunkList();
    const byte = Buffer.from('x');
    for (let count = 0; count < 100_000; count++) list.append(byte);
    expect(list.views().length).toBeLessThan(10);
    expect(list.heldBytes).toBeLessThan(170_000);
    expect(Buffer.concat(list.views()).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
  });

  it('holds a kibibyte for a tiny file', () => {
    const list = createChunkList();
    list.append(Buffer.from('tiny'));
    expect(list.heldBytes).toBe(kib);
  });

  it('goes on with the same block behind a chunk by reference', () => {
    const list = createChunkList();
    for (let count = 0; count < 100; count++) {
      list.append(Buffer.allocUnsafeSlow(16 * kib));
      list.append(Buffer.from('x'));
    }
    expect(list.heldBytes).toBe(100 * 16 * kib + 16 * kib);
  });

  it('leaves the views given out before as they are', () => {
    const list = createChunkList();
    list.append(Buffer.from('ab'));
    const [before] = list.views();
    list.append(Buffer.from('cd'));
    expect(before?.toString()).toBe('ab');
  });
});
