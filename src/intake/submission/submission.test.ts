import { describe, expect, it } from 'vitest';
import { createUuidV7, readClient } from './submission.ts';

describe('readClient (C20)', () => {
  it.each([
    [undefined, null],
    ['', ''],
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 , 10.0.0.1', '203.0.113.7'],
    [', 10.0.0.1', ''],
    ['2001:db8::1,10.0.0.1', '2001:db8::1'],
    ['not an address', 'not an address'],
  ])('takes of x-forwarded-for %j the first entry %j', (header, ipAddress) => {
    expect(readClient(header === undefined ? {} : { 'x-forwarded-for': header }).ipAddress).toBe(ipAddress);
  });

  it.each([
    [undefined, null],
    ['', ''],
    ['curl/8.0', 'curl/8.0'],
  ])('takes the user agent %j as it is', (header, userAgent) => {
    expect(readClient(header === undefined ? {} : { 'user-agent': header }).userAgent).toBe(userAgent);
  });
});

describe('createUuidV7 (C19)', () => {
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
});
