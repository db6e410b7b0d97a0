import { describe, expect, it } from 'vitest';
import { networksOf } from '../../intake/submission/client-network.ts';
import type { BlockKind } from './block-shape.ts';
import { readBlocked, valuesOf } from './blocked-values.ts';

/** Whether a block of the written value is one of the sender. */
function blocks(kind: BlockKind, written: string, sender: string): boolean {
  const compared = readBlocked(kind, written)?.compared;
  if (kind === 'network') return networksOf(sender).includes(compared ?? '');
  return valuesOf(sender).some((value) => value[0] === kind && value[1] === compared);
}

describe('a blocked network', () => {
  it.each([
    ['198.51.0.0/16', '198.51.77.3', '198.52.0.1'],
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
    ['192.0.2.0/24', '192.0.2.5', '192.0.3.5'],
    ['192.0.2.64/26', '192.0.2.127', '192.0.2.128'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['198.51.77.3/16', '198.51.0.1', '198.50.0.1'],
    ['::ffff:198.51.77.0/112', '198.51.1.1', '198.52.1.1'],
    ['198.51.77.0/24', '::ffff:c633:4d03', '::ffff:c633:4e03'],
    ['2001:db8::/32', '2001:db8:7::1', '2001:db9::1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['2001:DB8:7::9/48', '2001:db8:7:8::1', '2001:db8:8::1'],
    ['2001:db8:0:7::/64', '2001:db8::7:0:0:0:1', '2001:db8::8:0:0:0:1'],
    ['2001:db8::7', '2001:db8:0::0:7', '2001:db8::8'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', '64:ff9b::192.0.2.2'],
  ])('is blocked as written, and no more: %s has %s, not %s', (written, sender, other) => {
    expect(blocks('network', written, sender)).toBe(true);
    expect(blocks('network', written, other)).toBe(false);
  });

  it.each([
    '',
    '198.51.0.0/33',
    '198.51.0.0/7',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/15',
    '2001:db8::/65',
    '2001:db8::/129',
    '::ffff:198.51.0.0/100',
    '198.51.0.0/',
    '198.51',
    '198.51.*.*',
    '198.51.0.0-198.51.0.9',
    '198.051.0.1',
    '192.0.2.7:80',
    '[2001:db8::1]',
    'fe80::1%eth0',
    'localhost',
  ])('is refused when no request can be from it, or it is most of the network: %j', (written) => {
    expect(readBlocked('network', written)).toBeNull();
  });
});

describe('a blocked domain', () => {
  it.each([
    'junk.example',
    '*.junk.example',
    '.junk.example',
    '@junk.example',
    '*@junk.example',
    'JUNK.example.',
    ' junk。example ',
  ])('is blocked with all below it: %j', (written) => {
    expect(blocks('domain', written, 'a@junk.example')).toBe(true);
    expect(blocks('domain', written, 'a@mail.Junk.example')).toBe(true);
    expect(blocks('domain', written, 'a@notjunk.example')).toBe(false);
  });

  it('is the same in letters of any script and in ASCII', () => {
    expect(blocks('domain', 'xn--mller-kva.example', 'a@mail.MÜLLER.example')).toBe(true);
    expect(blocks('domain', 'müller.example.', 'a@xn--mller-kva.example')).toBe(true);
  });

  it.each([
    'zzz',
    '.zzz',
    '*',
    '.',
    'mail.*.example',
    'a..example',
    'a b.example',
    'https://junk.example',
    'junk.example/path',
    'junk%2Eexample',
    'junk.example:25',
    'zoe@junk.example',
    '192.0.2.7',
    '[::1]',
  ])('is refused when no address can be at it: %j', (written) => {
    expect(readBlocked('domain', written)).toBeNull();
  });
});

describe('a blocked address', () => {
  it.each([
    'Zoe <zoe@junk.example>',
    'mailto:zoe@junk.example?subject=Hello',
    '<mailto:Zoe@Junk.example>',
    ' z.oe+art@junk.example. ',
  ])('is read as mail programs write it: %j', (written) => {
    expect(blocks('email', written, 'zoe@junk.example')).toBe(true);
    expect(readBlocked('email', written)?.value).toMatch(/^z\.?oe(\+art)?@junk\.example$/i);
  });

  it.each([
    'zoe',
    '@junk.example',
    'zoe@',
    'zoe@junk',
    'a@junk.example, b@junk.example',
    '*@junk.example.*',
    '*@junk.example',
    'mailto:%@junk.example',
    'All <**@junk.example>',
    'a@b@c.example',
  ])('is refused when no form can have it: %j', (written) => {
    expect(readBlocked('email', written)).toBeNull();
  });
});
