import { describeMessages } from '../../../page-kit/language/message-checks.ts';
import { type Language, languageNames } from '../language/reader-language.ts';
import { englishSettingsMessages, loadSettingsMessages } from './settings-messages.ts';

const languages = Object.keys(languageNames) as Language[];
const all = await Promise.all(
  languages.map(async (language) => [language, await loadSettingsMessages(language)] as const),
);

describeMessages(englishSettingsMessages, all);
