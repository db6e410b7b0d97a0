import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import type { Answers } from '../../../src/intake/submission/asked-questions.ts';
import { askingCatalogue, question } from '../../test/support/asking-catalogue.ts';
import { emptyDraft } from '../draft/draft.ts';
import { loadLaterMessages, loadMessages } from '../language/languages.ts';
import { issuesOf, withoutRefused } from './issues.ts';

const english = createTranslator('en', { ...(await loadMessages('en')), ...(await loadLaterMessages('en')) });
const story = (id: string) => question({ id, kind: 'paragraph', label: id });
const questions = [
  question({ id: 'figures', kind: 'number', label: 'figures', max: 12, multiplies: true }),
  question({ id: 'words', kind: 'number', label: 'words' }),
  ...['a', 'b', 'c', 'd', 'e'].map(story),
];
const catalogue = { ...askingCatalogue, questions, terms: [] };
const issuesWith = (answers: Answers) => issuesOf(catalogue, { ...emptyDraft, answers }, english);

describe('an answer', () => {
  it('is asked about when a number has two meanings, is too large, or would make the price negative', () => {
    expect(issuesWith({ words: '1.500', figures: '13' }).map(({ message }) => message)).toEqual([
      'Please enter a number up to 12.',
      'Please write 1500 or 1.5, whichever you mean.',
    ]);
    expect(issuesWith({ words: '-1', figures: '-1' }).map(({ label }) => label)).toEqual(['figures']);
  });

  it('is asked to be shorter when all together are more than the service takes, at the longest', () => {
    const long = 'ね'.repeat(20_000);
    expect(issuesWith({ a: long, b: long, c: long, d: long })).toEqual([]);
    expect(issuesWith({ a: long.slice(1), b: long, c: long.slice(1), d: long.slice(1), e: long.slice(1) })).toEqual([
      {
        target: 'question-3',
        label: 'b',
        message: expect.stringMatching(
          /^Your answers are too long together. Please shorten them by about 19,[0-9]{3} /,
        ),
        isMissing: false,
        section: 'questions',
      },
    ]);
  });

  it('is dropped from a prefill when it would be refused, and kept when it is unclear', () => {
    const prefilled = { figures: '13', words: '1.500', a: 'a'.repeat(20_001), b: 'A heron' };
    const { answers } = withoutRefused(catalogue, { ...emptyDraft, answers: prefilled }, english);
    expect(answers).toEqual({ words: '1.500', b: 'A heron' });
  });
});
