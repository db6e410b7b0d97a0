import { useEffect, useState } from 'preact/hooks';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { englishMessages, type Language, loadMessages, type Messages } from './languages.ts';
import type { Translator } from './translator-context.ts';

/** Returns null until the first messages are loaded, and the previous translator while another language loads. */
export function useTranslatorOf(language: Language, endpoint: string): Translator | null {
  const [translator, setTranslator] = useState(() => (language === 'en' ? translatorOf('en', englishMessages) : null));
  useEffect(() => {
    let isCancelled = false;
    const load = async (wanted: Language) => translatorOf(wanted, await loadMessages(wanted, endpoint));
    void load(language)
      .catch(() => translatorOf('en', englishMessages))
      .then((loaded) => {
        if (!isCancelled) setTranslator(loaded);
      });
    return () => {
      isCancelled = true;
    };
  }, [language]);
  return translator;
}

function translatorOf(language: Language, messages: Messages): Translator {
  return createTranslator(language, messages, navigator.languages);
}
