import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { type Language, loadMessages } from '../language/languages.ts';
import { missingNames } from './missing-names.ts';

const asked = (label: string, section: 'questions' | 'terms') => ({
  target: label,
  label,
  message: '',
  isMissing: true,
  section,
});

async function namesIn(language: Language, labels: readonly string[]): Promise<string> {
  const translator = createTranslator(language, await loadMessages(language));
  const missingAnswers = [...labels.map((label) => asked(label, 'questions')), asked('Terms', 'terms')];
  return missingNames({ missing: ['message'], missingAnswers }, translator);
}

describe('the list of missing fields', () => {
  it('is named in the order of the form', async () => {
    expect(await namesIn('en', ['Usage'])).toBe('Usage, Message, and Terms');
  });

  it('is whole, and keeps words with a hyphen on one line', async () => {
    expect(await namesIn('en', ['A', 'B', 'C', 'E-mail'])).toBe('A, B, C, E\u2011mail, Message, and Terms');
  });

  it('keeps the direction of each name', async () => {
    expect(await namesIn('ar', ['What for?'])).toContain('\u2068What for?\u2069');
  });

  it('is empty for a complete form', () => {
    const translator = createTranslator('en', { message: '' } as never);
    expect(missingNames({ missing: [], missingAnswers: [] }, translator)).toBe('');
  });
});
