import { describe, expect, it } from 'vitest';
import { requestedRange } from './byte-range.ts';

describe('the range of a download', () => {
  it.each([
    ['bytes=0-0', 10, { first: 0, last: 0 }],
    ['bytes=2-5', 10, { first: 2, last: 5 }],
    ['bytes=2-', 10, { first: 2, last: 9 }],
    ['bytes=2-99', 10, { first: 2, last: 9 }],
    ['Bytes= 2-5 ', 10, { first: 2, last: 5 }],
    ['bytes=-3', 10, { first: 7, last: 9 }],
    ['bytes=-99', 10, { first: 0, last: 9 }],
    [`bytes=0-${'9'.repeat(400)}`, 10, { first: 0, last: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'whole'],
    [undefined, 10, 'whole'],
    ['', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=0-1,4-5', 10, 'whole'],
    ['bytes=a-b', 10, 'whole'],
    ['bytes 0-1', 10, 'whole'],
    ['items=0-1', 10, 'whole'],
    ['bytes=0x1-2', 10, 'whole'],
  ] as const)('reads %j of %i bytes', (header, size, expected) => {
    expect(requestedRange(header, size)).toEqual(expected);
  });
});
