import { describe, expect, it } from 'vitest';
import { createGrowingBuffer } from './form-collector.ts';

describe('a growing buffer', () => {
  it('holds the chunks one behind the other, without writing to them', () => {
    const chunks = ['', 'a', 'bc', 'defghijk', 'l'].map((text) => Buffer.from(`--${text}--`).subarray(2, -2));
    const buffer = createGrowingBuffer(100);
    for (const chunk of chunks) buffer.append(chunk);
    expect(buffer.bytes().toString()).toBe('abcdefghijkl');
    expect(chunks.map(String)).toEqual(['', 'a', 'bc', 'defghijk', 'l']);
    expect(chunks.every((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset + chunk.length, 2).equals(dashes))).toBe(
      true,
    );
  });

  it('takes no more memory than its limit, however its chunks grow', () => {
    const buffer = createGrowingBuffer(300_000);
    for (const length of [100_000, 150_000, 50_000]) buffer.append(Buffer.alloc(length));
    expect(buffer.bytes()).toHaveLength(300_000);
    expect(buffer.bytes().buffer.byteLength).toBe(300_000);
  });

  it('is empty before the first chunk', () => {
    expect(createGrowingBuffer(100).bytes()).toHaveLength(0);
  });
});

const dashes = Buffer.from('--');
