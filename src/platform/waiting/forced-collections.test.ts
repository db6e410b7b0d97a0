import { describe, expect, it } from 'vitest';
import { createFullCollection, createMinorCollections } from './forced-collections.ts';

const chunkBytes = 64 * 1024;
const chunks = 512;

/** Returns the peak of memory outside the heap, in bytes, while chunks of 32 MiB in total arrive. */
function highestAmount(afterChunk: () => void): number {
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    Buffer.allocUnsafeSlow(chunkBytes);
    afterChunk();
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
  }
  return highest;
}

describe('a forced collection', () => {
  it('frees chunks that were read', () => {
    expect(highestAmount(() => {})).toBeGreaterThan(20 * 1024 * 1024);
    const collect = createMinorCollections(4 * 1024 * 1024);
    expect(highestAmount(() => collect(chunkBytes))).toBeLessThan(12 * 1024 * 1024);
  });

  it('frees old objects after a number of bytes', () => {
    const before = process.memoryUsage().arrayBuffers;
    const collect = createFullCollection(4 * 1024 * 1024);
    const collectYoung = createMinorCollections(1);
    let highest = 0;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      let held: Buffer | null = Buffer.allocUnsafeSlow(chunkBytes);
      // An object that survives two collections is in the old generation.
      for (let time = 0; time < 2; time += 1) collectYoung(held.length);
      held = null;
      collect(chunkBytes);
      highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
    }
    expect(highest).toBeLessThan(12 * 1024 * 1024);
  });
});
