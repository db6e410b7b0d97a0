import { describe, expect, it } from 'vitest';
import { mailboxKey } from './mailbox-key.ts';

describe('mailboxKey', () => {
  it.each([
    ['Mia@Example.ORG', 'mia@example.org'],
    [' mia@example.org ', 'mia@example.org'],
    ['idn@müller.example', 'idn@xn--mller-kva.example'],
    ['idn@MÜLLER.example', 'idn@xn--mller-kva.example'],
    ['idn@mu\u0308ller.example', 'idn@xn--mller-kva.example'],
    ['idn@XN--mller-kva.Example', 'idn@xn--mller-kva.example'],
    ['zoe\u0308@例子.广告', 'zoë@xn--fsqu00a.xn--4rr70v'],
    ['ZOË@xn--fsqu00a.xn--4rr70v', 'zoë@xn--fsqu00a.xn--4rr70v'],
    ['ｍｉａ@ｅｘａｍｐｌｅ.org', 'mia@example.org'],
    ['mia\ufe0f@exam\u00adple.org', 'mia@example.org'],
    ['İ@example.org', 'i\u0307@example.org'],
  ])('spells %s as %s', (address, key) => {
    expect(mailboxKey(address)).toBe(key);
    expect(mailboxKey(key)).toBe(key);
  });

  it.each([
    ['mia@example.org', 'mia+cats@example.org'],
    ['mia@example.org', 'mia@example.com'],
    ['zoe@example.org', 'zoë@example.org'],
    ['idn@müller.example', 'idn@muller.example'],
  ])('tells %s from %s', (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  it('keeps a domain that cannot be encoded', () => {
    expect(mailboxKey('Mia@xn--0.example')).toBe('mia@xn--0.example');
  });
});
