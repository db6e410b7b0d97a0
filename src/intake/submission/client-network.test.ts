import { describe, expect, it } from 'vitest';
import { addressOrPrefixOf } from './client-network.ts';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('is cut from the address: %s is in %s', (address, network) => {
    expect(addressOrPrefixOf(address)).toBe(network);
  });
});
