import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { loadMessages } from '../language/languages.ts';
import { failureText } from './failure-text.ts';
import { issueText } from './issue-text.ts';

const english = createTranslator('en', await loadMessages('en'));

describe('the text of an issue', () => {
  it.each([
    ['invalid_format', 'zoe.example.org', /^The @ is missing/],
    ['invalid_format', 'zoe.@docomo.ne.jp', /two dots in a row, or a dot at its start or end/],
    ['invalid_format', 'zoe,ann@example.org', /cannot contain the character ,/],
    ['invalid_format', 'zoe@example.org', /complete e-mail address/],
    ['invalid_format', '', /^Please fill this in\.$/],
    ['too_small', ' ', /^Please fill this in\.$/],
    ['too_big', 'Zoë', /^Please shorten this to 200 characters\.$/],
    ['unknown', 'Zoë', /unknown/],
  ])('says for %s of %j what is wrong', (code, value, text) => {
    expect(issueText(english, { code, path: [] }, value, 200)).toMatch(text);
  });
});

describe('the text of a failure', () => {
  it('has the failure and its remedy', () => {
    const texts = [
      failureText(english, { code: 'rejected', status: 404, message: null }),
      failureText(english, { code: 'busy', status: 503, retryAfterMs: null }),
      failureText(english, { code: 'no-room-for-files', retryAfterMs: null }),
      failureText(english, { code: 'server-error', status: 500, message: null }),
      failureText(english, { code: 'too-many-files' }),
      failureText(english, { code: 'file-too-large', fileName: 'large.tif' }),
    ];
    expect(texts).toEqual([
      expect.stringContaining('HTTP 404'),
      expect.stringContaining('The service is too busy at the moment.'),
      expect.stringContaining('There is no room for files at the moment. Please send again later'),
      expect.stringContaining('Something went wrong here'),
      expect.stringContaining('There are too many files'),
      expect.stringContaining('large.tif is too large. Please remove it.'),
    ]);
  });
});
