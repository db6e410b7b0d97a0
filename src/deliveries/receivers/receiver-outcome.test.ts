import { describe, expect, it } from 'vitest';
import { outcomeOfFailure } from './receiver-outcome.ts';

describe('the outcome of an attempt without a response', () => {
  it.each([
    ['ENOTFOUND', 'unknown-name', 'The host name of the receiver has no address'],
    ['EAI_AGAIN', 'unknown-name', 'The host name of the receiver could not be resolved'],
    ['EPIPE', 'broken-off', 'The receiver closed the connection before it responded'],
    ['ECONNABORTED', 'broken-off', 'The receiver closed the connection before it responded'],
  ])('names the cause of %s', (code, cause, detail) => {
    const error = Object.assign(new Error(`${code} receiver.example`), { code });
    for (const failure of [error, new TypeError('fetch failed', { cause: error })]) {
      expect(outcomeOfFailure(failure)).toMatchObject({ result: 'retry', cause, detail });
    }
  });
});
