import { expect, it } from 'vitest';
import { createUuidV7 } from './uuid-v7.ts';

const time = new Date('2022-02-22T19:22:22.000Z');

it('begins with the time in milliseconds, version and variant', () => {
  // The time is that of the example in RFC 9562, appendix A.6.
  expect(createUuidV7(time)).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('differs each time', () => {
  const made = Array.from({ length: 1000 }, () => createUuidV7(time));
  expect(new Set(made).size).toBe(made.length);
});

it('sorts by time', () => {
  const times = [0, 1, 0xffff, 0x10000, time.getTime(), time.getTime() + 1];
  const made = times.map((ms) => createUuidV7(new Date(ms)));
  expect([...made].sort()).toEqual(made);
});
