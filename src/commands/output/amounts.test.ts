import { describe, expect, it } from 'vitest';
import { byteText, countText, durationText } from './amounts.ts';

describe('an amount for people', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [5 * 1024 ** 3 + 300 * 1024 ** 2, '5.3 GiB'],
    [3 * 1024 ** 5, '3072.0 TiB'],
  ])('writes %i bytes as %s', (bytes, text) => {
    expect(byteText(bytes)).toBe(text);
  });

  it.each([
    [0.2, '1 s'],
    [89, '89 s'],
    [91, '2 min'],
    [9000, '2.5 h'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it.each([
    [0, '0 requests'],
    [1, '1 request'],
    [2, '2 requests'],
  ])('writes a count of %i as %s', (count, text) => {
    expect(countText(count, 'request')).toBe(text);
  });
});
