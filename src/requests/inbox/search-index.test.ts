import { describe, expect, it } from 'vitest';
import { busyRestMs, restMs } from './search-index.ts';

describe('the pause after a batch of the search index', () => {
  it('lasts four times as long as the batch, and no longer than until 250 rows a second are reached', () => {
    expect(restMs(100, 500)).toBe(400);
    expect(restMs(1000, 500)).toBe(1000);
    expect(restMs(2500, 500)).toBe(0);
  });

  it('lasts until 250 rows a second are reached while submissions arrive, also after a quick batch', () => {
    expect(busyRestMs(100, 500)).toBe(1900);
    expect(busyRestMs(2500, 500)).toBe(0);
  });
});
