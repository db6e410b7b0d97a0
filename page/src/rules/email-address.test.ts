import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailPattern } from '../../../src/platform/shapes/email-pattern.ts';
import { emailFault, plainEmail } from './email-address.ts';

describe('an address as customers type or paste it', () => {
  it.each([
    'zoe＠example．org',
    'ｚｏｅ＠ｅｘａｍｐｌｅ．ｏｒｇ',
    'zoe@example。org',
    'zoe﹫example｡org',
    '\u202azoe@example.org\u202c',
    'zoe@example.org\u200b',
    '\ufeffzoe@exam\u00adple.org',
    'z\u200doe@example.org\u200c',
    'zoe\u2060@\ufe0fexample.org',
    'mailto:zoe@example.org',
    'MAILTO:zoe%40example.org?subject=Cats&bcc=ann@example.org',
    '  zoe@example.org\u3000\n',
    'zoe @ example.org',
    'zoe@example.org.',
    'zoe@example.org ;',
    '<zoe@example.org>',
    'Zoë Müller <zoe@example.org>, ',
  ])('is what is meant for %j', (typed) => {
    expect(plainEmail(typed)).toBe('zoe@example.org');
  });

  it.each([
    ['o’neil@example.org', "o'neil@example.org"],
    ['a‑b@exam‐ple.org', 'a-b@exam-ple.org'],
    ['mailto:50%', '50%'],
    ['zoe miller@example.org', 'zoe miller@example.org'],
    ['zoe.@docomo.ne.jp', 'zoe.@docomo.ne.jp'],
    ['نامه\u200cای@example.org', 'نامه\u200cای@example.org'],
    ['', ''],
  ])('stays as far as something else can be meant: %j becomes %j', (typed, address) => {
    expect(plainEmail(typed)).toBe(address);
  });

  it('stays as it is when the service accepts it', () => {
    const part = fc.string({ unit: fc.constantFrom(..."aB1-_+&'ü用\u0301."), minLength: 1, maxLength: 8 });
    const address = fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.org`);
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), address), (typed) => {
        if (emailPattern.test(typed)) expect(plainEmail(typed)).toBe(typed);
      }),
    );
  });

  it('is read without delay, however long it is', () => {
    for (const typed of [`@${'.'.repeat(1_000_000)}x`, `${' '.repeat(1_000_000)}x`, '<'.repeat(1_000_000)]) {
      expect(plainEmail(typed)).toBe(typed.trim());
    }
    const typed = `${'@'.repeat(333)}${'.'.repeat(666)}x`;
    const before = process.cpuUsage();
    for (let times = 0; times < 20; times += 1) expect(plainEmail(typed)).toBe(typed);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});

describe('the fault of an address', () => {
  it.each([
    ['zoe.example.org', 'errorEmailNoAt'],
    ['zoe@example.org, ann@example.org', 'errorEmailManyAts'],
    ['zoe miller@example.org', 'errorEmailBlank'],
    ['zoe.@docomo.ne.jp', 'errorEmailDots'],
    ['zoe..ann@docomo.ne.jp', 'errorEmailDots'],
    ['.zoe@example.org', 'errorEmailDots'],
    ['zoe@example', 'errorEmailDomain'],
    ['zoe@example..org', 'errorEmailDomain'],
    ['zoe@example.1', 'errorEmailDomain'],
    ['zoe@-example.org', 'errorEmailDomain'],
    ['@example.org', 'errorEmail'],
    ['zoe@', 'errorEmail'],
  ])('is named for %j: %s', (address, key) => {
    expect(emailPattern.test(address)).toBe(false);
    expect(emailFault(address)).toEqual({ key });
  });

  it.each([
    ['zoe,ann@example.org', ','],
    ['zoe@exam_ple.org', '_'],
    ['zoe@[127.0.0.1]', '['],
    ['😀@example.org', '😀'],
    ['zoe\u0000@example.org', 'U+0000'],
    ['zoe\ud83d@example.org', 'U+D83D'],
  ])('is the character in %j: %s', (address, character) => {
    expect(emailFault(address)).toEqual({ key: 'errorEmailCharacter', character });
  });
});
