import type { Pool, PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { askClock } from './clock.ts';

const machineMs = 1_800_000_000_000;

/** Queries a database with a clock that is this far ahead, over a network with this delay in each direction. */
function differenceFound(aheadMs: number, wayMs: number) {
  let now = machineMs;
  const client = {
    async query() {
      now += wayMs / 2;
      const rows = [{ ms: now + aheadMs }];
      now += wayMs / 2;
      return { rows };
    },
  };
  return askClock(() => now).ask(client as unknown as PoolClient, {} as Pool);
}

describe('the check of the clocks', () => {
  it.each([
    [0, 0, 'ok'],
    [1900, 10, 'ok'],
    [2100, 10, 'warning'],
    [-2100, 10, 'warning'],
    // The response itself took as long as the difference.
    [2100, 5000, 'ok'],
    [61_000, 10, 'wrong'],
    [-3_600_000, 10, 'wrong'],
  ])('finds a clock %i ms ahead, asked in %i ms: %s', async (aheadMs, wayMs, verdict) => {
    expect(await differenceFound(aheadMs, wayMs)).toMatchObject([{ verdict }]);
  });

  it('says which of the clocks is ahead', async () => {
    expect((await differenceFound(90_000, 0))[0]?.found).toContain('90.0 s ahead of');
    expect((await differenceFound(-90_000, 0))[0]?.found).toContain('90.0 s behind');
  });
});
