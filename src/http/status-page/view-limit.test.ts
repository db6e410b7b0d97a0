import { expect, it } from 'vitest';
import { createViewLimit, networkOf } from './view-limit.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('allows an address sixty views in a minute, and others as many', async () => {
  const limit = createViewLimit();
  const waits = [];
  for (let view = 1; view <= 61; view += 1) waits.push(await limit(`2001:db8::${view}`));
  expect(waits.slice(0, 60)).toEqual(Array(60).fill(null));
  expect(waits[60]).toBeGreaterThanOrEqual(1);
  expect(waits[60]).toBeLessThanOrEqual(60);
  expect(await limit('203.0.113.7')).toBeNull();
});
