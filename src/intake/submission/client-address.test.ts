import { describe, expect, it } from 'vitest';
import { clientAddressOf, trustOf } from './client-address.ts';

describe('clientAddressOf', () => {
  const socket = { remoteAddress: '10.0.0.1' };

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('returns the address of %s', (ip, address) => {
    expect(clientAddressOf({ ip, socket })).toBe(address);
  });

  it.each(['unknown', '', '203.0.113.7:x', '999.0.113.7:1', '[fe80', '_hidden'])(
    "returns the sender's own for %j",
    (ip) => {
      expect(clientAddressOf({ ip, socket })).toBe('10.0.0.1');
    },
  );

  it('returns an empty text for a closed connection', () => {
    expect(clientAddressOf({ ip: undefined, socket: {} })).toBe('');
  });
});

describe('trustOf', () => {
  const trust = trustOf(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7', 'unix'], () => false) || (() => false);

  it.each(['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '2001:db8::9', '[2001:db8::9]:80', '192.0.2.7'])(
    'trusts %s',
    (address) => {
      expect(trust(address)).toBe(true);
    },
  );

  it.each(['11.0.0.1', '192.0.2.8', '2001:db9::9', 'unknown', '', undefined])('does not trust %j', (address) => {
    expect(trust(address)).toBe(false);
  });

  it('trusts no address without proxies', () => {
    expect(trustOf([], () => true)).toBe(false);
  });

  it('trusts the callers of a socket file when the list has `unix`', () => {
    const trusts = (proxies: readonly string[]) => (trustOf(proxies, () => true) || (() => false))(undefined);
    expect([trusts(['unix']), trusts(['10.0.0.0/8'])]).toEqual([true, false]);
  });
});
