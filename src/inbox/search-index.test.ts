import { describe, expect, it } from 'vitest';
import { busyRestMs, restMs } from './search-index.ts';

describe('the pause after a batch of the search index', () => {
  it.each([
    ['lasts four times as long as a quick batch', 100, 400],
    ['lasts until 250 rows a second are reached after a batch that took its time', 1000, 1000],
    ['is none after a batch below 250 rows a second', 2500, 0],
  ])('%s', (_, tookMs, rest) => {
    expect(restMs(tookMs, 500)).toBe(rest);
  });

  it('lasts until 250 rows a second are reached while submissions arrive, also after a quick batch', () => {
    expect(busyRestMs(100, 500)).toBe(1900);
    expect(busyRestMs(2500, 500)).toBe(0);
  });
});
