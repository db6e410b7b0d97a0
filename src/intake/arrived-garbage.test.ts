import { expect, it } from 'vitest';
import { countArrivedGarbage } from './arrived-garbage.ts';

const pieceBytes = 64 * 1024;
const pieces = 512;

/** The most memory outside the heap while as many pieces arrive as 32 MiB have, in bytes. */
function highestAmount(afterPiece: (arrivedBytes: number) => void): number {
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    Buffer.allocUnsafeSlow(pieceBytes);
    afterPiece((piece + 1) * pieceBytes);
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
  }
  return highest;
}

it('keeps what has been read from piling up', () => {
  expect(highestAmount(() => {})).toBeGreaterThan(20 * 1024 * 1024);
  expect(highestAmount((arrivedBytes) => countArrivedGarbage(pieceBytes, arrivedBytes))).toBeLessThan(12 * 1024 * 1024);
});
