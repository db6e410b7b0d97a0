import { expect, it } from 'vitest';
import { failureText } from './errors.ts';

it.each([
  [new Error('disk full'), 'disk full'],
  ['thrown text', 'thrown text'],
  [new AggregateError([new Error(''), new Error('first inner'), new Error('second')]), 'first inner'],
  [new AggregateError([new AggregateError([new Error('nested')])]), 'nested'],
  [new AggregateError([new Error('inner')], 'own text'), 'own text'],
  [new AggregateError([]), 'Unknown server error'],
  [new Error(''), 'Unknown server error'],
  [undefined, 'Unknown server error'],
  [{ message: 'not an error' }, 'Unknown server error'],
])('reads of %o the text %j (C27)', (failure, text) => {
  expect(failureText(failure)).toBe(text);
});
