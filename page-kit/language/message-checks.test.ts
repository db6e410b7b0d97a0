import { describe, expect, it } from 'vitest';
import { messageFaults } from './message-checks.ts';

const english = {
  sent: 'Sent: {number}',
  files: { one: '{count} file', other: '{count} files' },
  ok: 'Good',
  off: 'Off',
};

describe('the faults of a translation', () => {
  it('are absent where each key has its texts', () => {
    const texts = { ...english, files: { other: '{count}枚' } };
    expect(messageFaults('ja', texts, english)).toEqual([]);
  });

  it('are all named', () => {
    const texts = { sent: '送信：{numbr}', files: { one: '{count}枚', other: '多枚' }, ok: ' ', more: '再?' };
    expect(messageFaults('ja', texts, english)).toEqual([
      'off: is missing',
      'sent: lacks {number}',
      'sent: has {numbr}, which English has not',
      'files: has the plurals one, other instead of other',
      'ok: is empty',
      'more: is not in English',
      'more: has the punctuation of English: 再?',
    ]);
  });

  it('name the first key that is not where English has it', () => {
    const { ok, ...others } = english;
    expect(messageFaults('en', { ok, ...others }, english)).toEqual(['ok: is not where English has it']);
  });
});
