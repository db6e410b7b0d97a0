import { useEffect, useState } from 'preact/hooks';
import type { Language } from './reader-language.ts';

interface WordSource<Words> {
  /** Replaces a language that cannot be loaded. */
  readonly english: Words;
  load(language: Language): Promise<Words>;
}

/** Returns null until the first language is loaded, and the previous words while another language loads. */
export function useLoadedWords<Words>(language: Language, { english, load }: WordSource<Words>): Words | null {
  const [words, setWords] = useState<Words | null>(language === 'en' ? english : null);
  useEffect(() => {
    let isCancelled = false;
    const loaded = language === 'en' ? Promise.resolve(english) : load(language).catch(() => english);
    void loaded.then((next) => {
      if (!isCancelled) setWords(() => next);
    });
    return () => {
      isCancelled = true;
    };
  }, [language]);
  return words;
}
