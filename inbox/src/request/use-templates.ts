import { useCell } from '../cells/cell.ts';
import { loadMessages } from '../language/inbox-messages.ts';
import { isInboxLanguage } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { type OfferedTemplate, offeredTemplates } from '../model/studio-lists.ts';
import { templateTitle } from './template-text.ts';

interface Template {
  readonly title: string;
  /** Resolves with the text. Its placeholders are not filled in. */
  words(): Promise<string>;
}

/** Returns the studio's own templates and the page's, these in the customer's language where the page has it. */
export function useTemplates(customerLanguage: string | null): readonly Template[] {
  const { text } = useTranslator();
  const wordsOf = useOfferedWords(customerLanguage);
  const own = useCell(useInbox().templates.shown);
  return [
    ...own.map((template) => ({ title: templateTitle(template.text), words: async () => template.text })),
    ...offeredTemplates.map((name) => ({ title: text(`templateName_${name}`), words: () => wordsOf(name) })),
  ];
}

/** Returns page templates in the customer's language, else in that of mails to customers, else in the reader's. */
export function useOfferedWords(customerLanguage: string | null): (name: OfferedTemplate) => Promise<string> {
  const { text } = useTranslator();
  const ofMails = useCell(useInbox().mail)?.customerLanguage ?? '';
  const language = [customerLanguage ?? '', ofMails].find(isInboxLanguage);
  return async (name) => {
    // The placeholders stay.
    const own = text(`template_${name}`, { name: '{name}', number: '{number}', due: '{due}' });
    if (language === undefined) return own;
    return loadMessages(language).then(
      ({ inbox }) => String(inbox[`template_${name}`]),
      () => own,
    );
  };
}
