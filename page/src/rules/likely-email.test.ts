import { describe, expect, it } from 'vitest';
import { likelyEmail } from './likely-email.ts';

describe('the address that is probably meant', () => {
  it.each([
    ['zoe@gmial.com', 'zoe@gmail.com'],
    ['zoe@gmail.con', 'zoe@gmail.com'],
    ['zoe@gmal.co', 'zoe@gmail.com'],
    ['zoe@hotmial.com', 'zoe@hotmail.com'],
    ['zoe@homtial.com', 'zoe@hotmail.com'],
    ['zoe@outlok.com', 'zoe@outlook.com'],
    ['zoe@yahooo.com', 'zoe@yahoo.com'],
    ['zoe@icould.com', 'zoe@icloud.com'],
    ['Zoe.M@GMIAL.COM', 'Zoe.M@gmail.com'],
  ])('is, for %s, %s', (typed, meant) => {
    expect(likelyEmail(typed)).toBe(meant);
  });

  it.each([
    'zoe@gmail.com',
    'zoe@Gmail.com',
    'zoe@email.com',
    'zoe@ymail.com',
    'zoe@mail.com',
    'zoe@hotmail.co.uk',
    'zoe@hotmail.fr',
    'zoe@outlook.cl',
    'zoe@yahoo.ca',
    'zoe@example.org',
    'zoe@lookout.com',
    'zoe@cloud.com',
    'zoe@studio.com',
    'zoe@gmial',
    'gmial.com',
    '',
  ])('is none for %j', (typed) => {
    expect(likelyEmail(typed)).toBeNull();
  });
});
