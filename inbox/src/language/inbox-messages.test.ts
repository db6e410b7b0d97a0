import { describe, expect, it } from 'vitest';
import { messageFaults } from '../../../page-kit/language/message-checks.ts';
import { accountMessages } from '../accounts/account-messages.ts';
import { englishSettingsMessages, loadSettingsMessages } from '../settings/words/settings-messages.ts';
import { englishFormMessages, loadFormMessages } from '../studio/draft/form-messages.ts';
import { englishIntakeMessages, loadIntakeMessages } from '../triage/intake-messages.ts';
import { englishMessages, loadMessages } from './inbox-messages.ts';
import { type Language, languageNames } from './reader-language.ts';

const languages = Object.keys(languageNames) as Language[];

describe.each([
  ['messages', englishMessages, loadMessages],
  ['account-messages', accountMessages.english, accountMessages.load],
  ['form-messages', englishFormMessages, loadFormMessages],
  ['intake-messages', englishIntakeMessages, loadIntakeMessages],
  ['settings-messages', englishSettingsMessages, loadSettingsMessages],
])('the texts in inbox/%s', (_, english, load) => {
  it.each(languages)('have in %s the keys and placeholders of English', async (language) => {
    expect(messageFaults(language, await load(language), english)).toEqual([]);
  });
});
