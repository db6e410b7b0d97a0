import { useEffect, useState } from 'preact/hooks';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../inbox-context.ts';
import { isInboxLanguage, loadMessages } from '../language/languages.ts';
import { type Translator, useTranslator } from '../language/translator-context.ts';

/** What customers read: the language of mails to them, where the inbox has it. Else, and until it is loaded, the reader's. */
export function useCustomerTranslator(): Translator {
  const own = useTranslator();
  const language = useCell(useInbox().mail)?.customerLanguage ?? '';
  const [theirs, setTheirs] = useState<Translator | null>(null);
  useEffect(() => {
    let isGone = false;
    setTheirs(null);
    if (isInboxLanguage(language) && language !== own.language) {
      loadMessages(language).then(
        (messages) => !isGone && setTheirs(createTranslator(language, messages, navigator.languages)),
        () => {},
      );
    }
    return () => {
      isGone = true;
    };
  }, [language, own.language]);
  return theirs ?? own;
}
