import { describe, expect, it } from 'vitest';
import { domainForms, mailboxKey } from './mailbox.ts';

describe('the key of a mailbox', () => {
  it.each([
    ['case', 'Vera@Example.ORG'],
    ['blanks around it', ' vera@example.org\n'],
    ['a fullwidth domain', 'vera@ｅｘａｍｐｌｅ.org'],
    ['a fullwidth local part', 'ｖｅｒａ@example.org'],
    ['a soft hyphen in the domain', 'vera@exam\u00adple.org'],
    ['a variation selector in the local part', 'vera\ufe0f@example.org'],
  ])('is the same with %s', (_, address) => {
    expect(mailboxKey(address)).toBe('vera@example.org');
  });

  it.each([
    'jürgen@müller.example',
    'jürgen@xn--mller-kva.example',
    'JÜRGEN@XN--MLLER-KVA.example',
    'JÜRGEN@MÜLLER.EXAMPLE',
    'ju\u0308rgen@mu\u0308ller.example',
    'jürgen@ｍüｌｌｅｒ.example',
  ])('is the same for %s', (address) => {
    expect(mailboxKey(address)).toBe('jürgen@müller.example');
  });

  it('is the same when only some labels are written in ASCII', () => {
    const [one, ...others] = [
      'zoe@müller.рф',
      'zoe@xn--mller-kva.рф',
      'zoe@müller.xn--p1ai',
      'zoe@xn--mller-kva.xn--p1ai',
    ];
    expect(new Set(others.map(mailboxKey))).toEqual(new Set([mailboxKey(one ?? '')]));
  });

  it.each([
    ['another domain', 'vera@example.org.evil.example'],
    ['another local part', 've_a@example.org'],
    ['an accent', 'véra@example.org'],
    ['a tag', 'vera+art@example.org'],
    ['a dot', 've.ra@example.org'],
    ['a letter of another script', 'v\u0435ra@example.org'],
  ])('differs with %s', (_, address) => {
    expect(mailboxKey(address)).not.toBe('vera@example.org');
  });

  it('differs for domains that are registered separately', () => {
    expect(mailboxKey('zoe@faß.example')).not.toBe(mailboxKey('zoe@fass.example'));
  });

  it('keeps a domain that no registry would accept', () => {
    expect(mailboxKey('zoe@XN--A.example')).toBe('zoe@xn--a.example');
  });
});

describe('an address', () => {
  it('has its domain in both forms', () => {
    expect(domainForms('Zoe@MÜLLER.example')).toEqual({
      local: 'Zoe',
      unicode: 'müller.example',
      ascii: 'xn--mller-kva.example',
    });
  });
});
