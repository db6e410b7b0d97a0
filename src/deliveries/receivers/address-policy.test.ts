import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGuardedLookup, isGloballyReachable, literalAddress } from './address-policy.ts';

describe('the policy for addresses', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'example.org',
    '',
  ])('blocks %s', (address) => {
    expect(isGloballyReachable(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700::1',
    '2a00:1450:4001::1',
  ])('allows %s', (address) => {
    expect(isGloballyReachable(address)).toBe(true);
  });

  it.each([
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[::1]:8080/', '::1'],
    ['http://127.0.0.1.example.org/', null],
  ])('reads %s as the address %s', (url, address) => {
    expect(literalAddress(new URL(url))).toBe(address);
  });
});

describe('a lookup', () => {
  const ask = (addresses: readonly LookupAddress[], all: boolean) =>
    askBy(
      createGuardedLookup(async () => addresses),
      all,
    );
  const askBy = (lookup: LookupFunction, all: boolean) =>
    new Promise<unknown>((resolve) => {
      lookup('bot.example.org', { all }, (error, address) => resolve(error?.message ?? address));
    });
  const outside = { address: '1.1.1.1', family: 4 };

  it('returns the checked address for the connection', async () => {
    expect(await ask([outside], false)).toBe('1.1.1.1');
    expect(await ask([outside], true)).toEqual([outside]);
  });

  it.each([[[{ address: '10.0.0.1', family: 4 }]], [[outside, { address: '::1', family: 6 }]]])(
    'refuses a name that has a private address: %j',
    async (addresses) => {
      expect(await ask(addresses, true)).toContain('a private address');
      expect(await ask(addresses, false)).toContain('a private address');
    },
  );

  it('is made and checked for each connection, so a name that has become private is refused', async () => {
    const answers = [[outside], [{ address: '127.0.0.1', family: 4 }]];
    const lookup = createGuardedLookup(async () => answers.shift() ?? []);
    expect(await askBy(lookup, false)).toBe('1.1.1.1');
    expect(answers).toHaveLength(1);
    expect(await askBy(lookup, false)).toContain('a private address');
  });

  it('rejects a name without an address', async () => {
    expect(await ask([], true)).toBe('bot.example.org has no address');
  });
});
