import { useEffect, useMemo, useState } from 'preact/hooks';
import { createCommissionClient } from '../../client/src/commission-client.ts';
import { AnnouncerProvider, LiveRegions } from '../../page-kit/announcer.tsx';
import { createTranslator } from '../../page-kit/language/translator.ts';
import { englishMessages, type Language, loadMessages } from './language/languages.ts';
import { readLanguage, storeLanguage } from './language/reader-language.ts';
import { type Translator, TranslatorContext } from './language/translator-context.ts';
import { HeadingLevel } from './parts/heading.tsx';
import { Screen, type ScreenProps } from './screen.tsx';

export interface AppProps extends Pick<ScreenProps, 'endpoint' | 'contact' | 'prefill' | 'hides'> {
  readonly lang: string;
  /** Level of the uppermost heading: the form's title, or its sections when the title is hidden. */
  readonly headingLevel: number;
  fire(event: string, detail: unknown): void;
}

/** Provides the language, the announcer and the service's client to the form. */
export function App({ lang, headingLevel, fire, ...rest }: AppProps) {
  const { endpoint, hides } = rest;
  const [language, setLanguage] = useState(() => readLanguage(lang));
  useEffect(() => setLanguage(readLanguage(lang)), [lang]);
  const translator = useTranslatorOf(language);
  const client = useMemo(() => createCommissionClient({ endpoint }), [endpoint]);

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  // Only while the first language loads. Later the previous translator stays until the next one is loaded.
  if (!translator) return null;
  return (
    <TranslatorContext.Provider value={translator}>
      <AnnouncerProvider>
        <HeadingLevel.Provider value={hides.title ? headingLevel - 1 : headingLevel}>
          <div class="form" lang={translator.language} dir={translator.direction}>
            <Screen {...rest} client={client} onLanguage={switchTo} fire={fire} />
            <LiveRegions />
          </div>
        </HeadingLevel.Provider>
      </AnnouncerProvider>
    </TranslatorContext.Provider>
  );
}

/** Returns null until the first messages are loaded, and the previous translator while another language loads. */
function useTranslatorOf(language: Language): Translator | null {
  const [translator, setTranslator] = useState<Translator | null>(() =>
    language === 'en' ? createTranslator('en', englishMessages, navigator.languages) : null,
  );
  useEffect(() => {
    let isCancelled = false;
    void loadMessages(language)
      .then((messages) => createTranslator(language, messages, navigator.languages))
      .catch(() => createTranslator('en', englishMessages, navigator.languages))
      .then((loaded) => {
        if (!isCancelled) setTranslator(loaded);
      });
    return () => {
      isCancelled = true;
    };
  }, [language]);
  return translator;
}
