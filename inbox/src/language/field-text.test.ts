import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { fieldText } from './field-text.ts';
import { createFormats } from './formats.ts';
import { englishMessages } from './inbox-messages.ts';

const translator = createTranslator('en', englishMessages.inbox);
const inWords = (...field: [field: Parameters<typeof fieldText>[2], value: Parameters<typeof fieldText>[3]]) =>
  fieldText(translator, createFormats('en-GB'), ...field);

describe('the value of a field of a request', () => {
  it('is in the words of the reader', () => {
    expect(inWords('status', 'WAITLISTED')).toBe('Waiting list');
    expect(inWords('dueOn', '2027-01-01')).toContain('1 Jan 2027');
    expect(inWords('labels', ['gift', 'oil'])).toBe('gift and oil');
    expect(inWords('publicMessage', 'Soon.')).toBe('Soon.');
  });

  it('is "none" for an unset field', () => {
    const none = inWords('publicMessage', null);
    expect(none).not.toBe('');
    expect([inWords('publicMessage', ''), inWords('dueOn', null), inWords('labels', [])]).toEqual([none, none, none]);
  });
});
