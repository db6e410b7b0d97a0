import { describe, expect, it } from 'vitest';
import { englishAccountMessages, loadAccountMessages } from '../accounts/account-messages.ts';
import { englishMessages, loadMessages } from './inbox-messages.ts';
import { type Language, languageNames } from './reader-language.ts';

describe.each(Object.keys(languageNames) as Language[])('the texts in %s', (language) => {
  it('load with all keys', async () => {
    const { inbox, form, intake } = await loadMessages(language);
    const keys = [inbox, form, intake].map(Object.keys);
    expect(keys).toEqual([englishMessages.inbox, englishMessages.form, englishMessages.intake].map(Object.keys));
  });

  it('load for the page to sign in', async () => {
    expect(Object.keys(await loadAccountMessages(language))).toEqual(Object.keys(englishAccountMessages));
  });
});
