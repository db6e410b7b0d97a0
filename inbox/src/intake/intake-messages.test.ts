import { describeMessages } from '../../../page-kit/language/message-checks.ts';
import { type Language, languageNames } from '../language/reader-language.ts';
import { englishIntakeMessages, loadIntakeMessages } from './intake-messages.ts';

const languages = Object.keys(languageNames) as Language[];
const all = await Promise.all(
  languages.map(async (language) => [language, await loadIntakeMessages(language)] as const),
);

describeMessages(englishIntakeMessages, all);
