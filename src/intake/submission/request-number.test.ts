import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idEndingOf, requestNumberOf } from './request-number.ts';

describe('the number of a request', () => {
  it.each([
    ['01a1fe7a-408a-736e-9ffb-000000000000', '0000-0000'],
    ['01a1fe7a-408a-736e-9ffb-b9ffffffffff', 'ZZZZ-ZZZZ'],
    ['01a1fe7a-408a-736e-9ffb-b913ea8f220a', '2FN8-Y8GA'],
    ['01A1FE7A-408A-736E-9FFB-B913EA8F220A', '2FN8-Y8GA'],
  ])('is for %s %s', (id, requestNumber) => {
    expect(requestNumberOf(id)).toBe(requestNumber);
  });

  it('leads back to the end of its id', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), (id) => {
        expect(idEndingOf(requestNumberOf(id))).toBe(id.slice(-10));
      }),
    );
  });

  it.each(['2fn8-y8ga', ' 2FN8 Y8GA ', '2fn8y8ga'])('is found as people type it: %j', (typed) => {
    expect(idEndingOf(typed)).toBe('13ea8f220a');
  });

  it('is found with letters that stand for digits', () => {
    expect(idEndingOf('OoIi-Ll01')).toBe(idEndingOf('0011-1101'));
  });

  it.each(['', '2FN8-Y8G', '2FN8-Y8GAA', '2FN8-Y8GU', '01a1fe7a-408a-736e-9ffb-b913ea8f220a'])('is not %j', (typed) => {
    expect(idEndingOf(typed)).toBeNull();
  });
});
