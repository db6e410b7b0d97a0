import { describe, expect, it } from 'vitest';
import { failureMessages, failureText, PartFailedError, UnreadableMultipartError } from './errors.ts';

describe('the text of a failure', () => {
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
});

describe('the message of a response', () => {
  const redact = (text: string) => text.replaceAll('pa55', '[redacted]');
  const full = failureMessages('full', redact);
  const brief = failureMessages('brief', redact);

  it.each([
    [new PartFailedError('database', new Error('role "me:pa55" does not exist')), 'The database failed'],
    [new PartFailedError('object store', new Error('503 SlowDown')), 'The object store failed'],
    [new Error('ENOSPC: no space left on device'), 'Internal failure'],
    ['a text', 'Internal failure'],
    [new UnreadableMultipartError('the final boundary is missing'), undefined],
  ])('names, when it is brief, only the part that failed, but every fault of the form: %s', (error, message) => {
    expect(brief(error)).toBe(message ?? 'Unreadable multipart body: the final boundary is missing');
  });

  it('is in full the text of the failure, without credentials', () => {
    expect(full(new PartFailedError('database', new Error('role "me:pa55" does not exist')))).toBe(
      'role "me:[redacted]" does not exist',
    );
    expect(full(new AggregateError([new Error('connect ECONNREFUSED')]))).toBe('connect ECONNREFUSED');
  });
});
