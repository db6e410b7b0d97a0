import { useCell } from '../cells/cell.ts';
import { loadMessages } from '../language/inbox-messages.ts';
import { isInboxLanguage } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { type OfferedTemplate, offeredTemplates } from '../model/studio-lists.ts';
import { fillKnown, fillTemplate, type TemplateValues, templateTitle } from './template-text.ts';

interface Template {
  readonly title: string;
  /** Resolves with the text. The page's templates leave out lines whose values are unknown. */
  words(values: TemplateValues): Promise<string>;
}

/** Returns the studio's own templates and the page's, these in the customer's language where the page has it. */
export function useTemplates(customerLanguage: string | null): readonly Template[] {
  const { text } = useTranslator();
  const wordsOf = useOfferedWords(customerLanguage);
  const own = useCell(useInbox().templates.shown);
  return [
    ...own.map((template) => ({
      title: templateTitle(template.text),
      words: async (values: TemplateValues) => fillTemplate(template.text, values),
    })),
    ...offeredTemplates.map((name) => ({
      title: text(`templateName_${name}`),
      words: async (values: TemplateValues) => fillKnown(await wordsOf(name), values),
    })),
  ];
}

/** Returns page templates in the customer's language, else in that of mails to customers, else in the reader's. */
export function useOfferedWords(customerLanguage: string | null): (name: OfferedTemplate) => Promise<string> {
  const { text } = useTranslator();
  const ofMails = useCell(useInbox().mail)?.customerLanguage ?? '';
  const language = [customerLanguage ?? '', ofMails].find(isInboxLanguage);
  return async (name) => {
    // The placeholders stay.
    const own = text(`template_${name}`, { name: '{name}', number: '{number}', due: '{due}', price: '{price}' });
    if (language === undefined) return own;
    return loadMessages(language).then(
      ({ inbox }) => String(inbox[`template_${name}`]),
      () => own,
    );
  };
}
