import { expect, it } from 'vitest';
import { restMs } from './search-index.ts';

it.each([
  ['a quick batch rests twice its time', 100, 200],
  ['one that takes its time rests until 400 a second are reached', 1000, 250],
  ['one below 400 a second does not rest', 1500, 0],
])('%s', (_, tookMs, rest) => {
  expect(restMs(tookMs, 500)).toBe(rest);
});
