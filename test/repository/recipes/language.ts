import { copy, insert, type Recipe } from './recipe.ts';

/** Swedish, which begins as a copy of English. */
export const language: Recipe = {
  heading: 'A language for customers',
  name: 'sv',
  mostFiles: 3,
  adapted: null,
  edits: [
    copy('texts/customers/en.json', 'texts/customers/sv.json', (text) =>
      text.replace('Request a', 'Beställ en').replaceAll('Your request has arrived.', 'Din förfrågan har kommit.'),
    ),
    insert('src/platform/language/languages.ts', "  zh: '简体中文',\n", "  sv: 'Svenska',\n"),
    insert(
      'src/platform/language/customer-texts.ts',
      "import ko from '../../../texts/customers/ko.json' with { type: 'json' };\n",
      "import sv from '../../../texts/customers/sv.json' with { type: 'json' };\n",
    ),
    insert('src/platform/language/customer-texts.ts', '= { en,', ' sv,'),
  ],
  texts: {},
  tests: [
    'page-kit/language/texts.test.ts',
    'page/src/language/languages.test.ts',
    'inbox/src/request/mail-program-link.test.ts',
  ],
  proof: `
import { describe, expect, it } from 'vitest';
import { loadMessages } from '../page/src/language/languages.ts';
import { messagesIn } from '../src/events/status-links/messages/voice.ts';
import { languagePreferenceOf } from '../src/platform/language/language-preference.ts';

describe('a new language', () => {
  it('is chosen for a reader, and has its words on the page and the status page', async () => {
    const { language } = languagePreferenceOf('sv-FI, en;q=0.5', undefined);
    expect(language).toBe('sv');
    expect((await loadMessages(language)).title).toBe('Beställ en commission');
    expect(messagesIn(language, 'we').statuses.NEW.title).toBe('Received');
  });
});
`,
};
