import { describe, expect, it } from 'vitest';
import { createTransferRate } from './transfer-rate.ts';

function rateOf(samples: readonly (readonly [sentBytes: number, atMs: number])[]) {
  const rate = createTransferRate();
  for (const [sentBytes, atMs] of samples) rate.add(sentBytes, atMs);
  return rate.bytesPerSecond();
}

describe('the rate of a transfer', () => {
  it('is unknown for the first second', () => {
    expect(rateOf([])).toBeNull();
    expect(
      rateOf([
        [0, 0],
        [900, 900],
      ]),
    ).toBeNull();
  });

  it('is of the last seconds, not of the whole', () => {
    expect(
      rateOf([
        [0, 0],
        [1000, 1000],
      ]),
    ).toBe(1000);
    expect(
      rateOf([
        [0, 0],
        [10_000, 1000],
        [10_500, 6000],
        [11_000, 11_000],
      ]),
    ).toBe(100);
  });

  it('begins anew with a new attempt', () => {
    expect(
      rateOf([
        [0, 0],
        [50_000, 2000],
        [0, 3000],
        [500, 3500],
      ]),
    ).toBeNull();
    expect(
      rateOf([
        [0, 0],
        [50_000, 2000],
        [0, 3000],
        [500, 4000],
      ]),
    ).toBe(500);
  });
});
