import { describe, expect, it } from 'vitest';
import { readClient } from './client.ts';

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
