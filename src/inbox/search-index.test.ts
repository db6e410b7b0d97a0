import { expect, it } from 'vitest';
import { restMs } from './search-index.ts';

it.each([
  ['a quick batch rests four times its time', 100, 400],
  ['one that takes its time rests until 250 a second are reached', 1000, 1000],
  ['one below 250 a second does not rest', 2500, 0],
])('%s', (_, tookMs, rest) => {
  expect(restMs(tookMs, 500)).toBe(rest);
});
