import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-rules.ts';
import { createPasswords } from './passwords.ts';

/** Takes far less time. */
const quick = () => createPasswords(2);

describe('a stored password', () => {
  it('verifies only itself', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a kettle full of rain');
    expect(await passwords.verify('a kettle full of rain', hash)).toBe(true);
    expect(await passwords.verify('a kettle full of rai', hash)).toBe(false);
    expect(hash).not.toContain('kettle');
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$/);
  });

  it('has a salt of its own', async () => {
    const passwords = quick();
    expect(await passwords.hash('the same words')).not.toBe(await passwords.hash('the same words'));
  });

  it('is the same in composed and decomposed Unicode', async () => {
    const passwords = quick();
    const hash = await passwords.hash('grün ist die Heide');
    expect(await passwords.verify('gru\u0308n ist die Heide', hash)).toBe(true);
  });

  it('is never verified without a hash, or by a damaged one', async () => {
    const passwords = quick();
    expect(await passwords.verify('', null)).toBe(false);
    expect(await passwords.verify('x', 'scrypt$2$8$5$AAAA$AAAA')).toBe(false);
    expect(await passwords.verify('x', await createPasswords(4).hash('x'))).toBe(false);
  });
});

describe('a new password', () => {
  it.each([
    ['elevenchars', 'too-short'],
    ['🐈'.repeat(11), 'too-short'],
    ['x'.repeat(257), 'too-long'],
    ['Password1234', 'too-common'],
    ['qwertyuiop123', 'too-common'],
    ['aaaaaaaaaaaaaa', 'too-common'],
    ['abcabcabcabc', 'too-common'],
    ['artist@example.org', 'too-common'],
    ['artistartist', 'too-common'],
    ['x'.repeat(32), 'too-common'],
    ['Xy9 '.repeat(64), null],
    ['x'.repeat(256), null],
    ['twelve chars', null],
    [`${'🐈'.repeat(6)}🐕🐎🐖🐏🐫🦔`, null],
    ['a kettle full of rain', null],
  ])('is judged by its length and by a list: %s, %s', (password, fault) => {
    expect(passwordFault(password, 'artist@example.org')).toBe(fault);
  });
});
