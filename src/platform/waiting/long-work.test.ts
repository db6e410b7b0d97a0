import { describe, expect, it } from 'vitest';
import { createSlices } from './long-work.ts';

/** Resolves with whether the event loop has gone on meanwhile. */
async function goesOn(wait: () => Promise<void>): Promise<boolean> {
  let hasGoneOn = false;
  setImmediate(() => {
    hasGoneOn = true;
  });
  await wait();
  return hasGoneOn;
}

describe('slices of work', () => {
  it('end the turn of the event loop once they are over, and not before', async () => {
    expect(await goesOn(createSlices(60_000))).toBe(false);
    expect(await goesOn(createSlices(0))).toBe(true);
  });
});
