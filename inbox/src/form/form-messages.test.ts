import { describeMessages } from '../../../page-kit/language/message-checks.ts';
import { type Language, languageNames } from '../language/reader-language.ts';
import { englishFormMessages, loadFormMessages } from './form-messages.ts';

const languages = Object.keys(languageNames) as Language[];
const all = await Promise.all(languages.map(async (language) => [language, await loadFormMessages(language)] as const));

describeMessages(englishFormMessages, all);
