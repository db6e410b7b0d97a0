import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Messages } from '../../../page-kit/language/messages.ts';
import { createTranslator, type Translator } from '../../../page-kit/language/translator.ts';
import type { Language } from './reader-language.ts';

export interface MessageSource<Key extends string> {
  /** Bundled as the fallback for a language that cannot be loaded. */
  readonly english: Messages<Key>;
  load(language: Language): Promise<Messages<Key>>;
}

/** Returns null until the first language is loaded, and the previous translator while another language loads. */
export function useLoadedTranslator<Key extends string>(
  language: Language,
  { english, load }: MessageSource<Key>,
): Translator<Language, Key> | null {
  const fallback = useMemo(() => translatorOf('en', english), []);
  const [translator, setTranslator] = useState(language === 'en' ? fallback : null);
  useEffect(() => {
    let isCancelled = false;
    void loaded().then((next) => {
      if (!isCancelled) setTranslator(next);
    });
    return () => {
      isCancelled = true;
    };
  }, [language]);
  return translator;

  async function loaded(): Promise<Translator<Language, Key>> {
    if (language === 'en') return fallback;
    try {
      return translatorOf(language, await load(language));
    } catch {
      return fallback;
    }
  }
}

function translatorOf<Key extends string>(language: Language, messages: Messages<Key>): Translator<Language, Key> {
  return createTranslator(language, messages, navigator.languages);
}
