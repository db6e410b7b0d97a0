import { expect, it } from 'vitest';
import { PartFailedError, UnreadableMultipartError } from '../../failure/errors.ts';
import { failureMessages } from './failure-message.ts';

const redact = (text: string) => text.replaceAll('pa55', '[redacted]');
const full = failureMessages('full', redact);
const brief = failureMessages('brief', redact);

it.each([
  [new PartFailedError('database', new Error('role "me:pa55" does not exist')), 'The database failed'],
  [new PartFailedError('object store', new Error('503 SlowDown')), 'The object store failed'],
  [new Error('ENOSPC: no space left on device'), 'Internal failure'],
  ['a text', 'Internal failure'],
  [new UnreadableMultipartError('the final boundary is missing'), undefined],
])('briefly names only the part that failed, but all of what is wrong with the form: %s', (error, message) => {
  expect(brief(error)).toBe(message ?? 'Unreadable multipart body: the final boundary is missing');
});

it('in full is the text of the failure, without credentials', () => {
  expect(full(new PartFailedError('database', new Error('role "me:pa55" does not exist')))).toBe(
    'role "me:[redacted]" does not exist',
  );
  expect(full(new AggregateError([new Error('connect ECONNREFUSED')]))).toBe('connect ECONNREFUSED');
});
