import { useEffect, useState } from 'preact/hooks';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { englishMessages, type Language, loadLaterMessages, loadMessages, type Messages } from './languages.ts';
import type { Translator } from './translator-context.ts';

interface LoadedTranslator {
  /** Null until the first messages are loaded, and the previous one while another language loads. */
  readonly translator: Translator | null;
  /** True when the translator has the texts in the group `pageLater` too. */
  readonly hasLaterTexts: boolean;
}

export function useTranslatorOf(language: Language, endpoint: string, needsLaterTexts: boolean): LoadedTranslator {
  const [loaded, setLoaded] = useState<LoadedTranslator>(() => ({
    translator: language === 'en' ? translatorOf('en', englishMessages) : null,
    hasLaterTexts: false,
  }));
  useEffect(() => {
    let isCancelled = false;
    const load = async (wanted: Language) => {
      const [first, later] = await Promise.all([
        loadMessages(wanted, endpoint),
        needsLaterTexts ? loadLaterMessages(wanted, endpoint) : null,
      ]);
      return translatorOf(wanted, { ...first, ...later });
    };
    void load(language)
      .catch(() => load('en'))
      .then((translator) => {
        if (!isCancelled) setLoaded({ translator, hasLaterTexts: needsLaterTexts });
      })
      .catch(() => {});
    return () => {
      isCancelled = true;
    };
  }, [language, needsLaterTexts]);
  return loaded;
}

function translatorOf(language: Language, messages: Messages): Translator {
  return createTranslator(language, messages, navigator.languages);
}
