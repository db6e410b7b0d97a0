import { useEffect, useMemo, useState } from 'preact/hooks';
import { createCommissionClient } from '../../client/src/commission-client.ts';
import { AnnouncerProvider, LiveRegions, useSpeech } from '../../page-kit/announcer.tsx';
import { createTranslator } from '../../page-kit/language/translator.ts';
import { HeadingLevel } from './heading.tsx';
import { englishMessages, type Language, loadMessages } from './language/languages.ts';
import { readLanguage, storeLanguage } from './language/reader-language.ts';
import { type Translator, TranslatorContext } from './language/translator-context.ts';
import { Screen, type ScreenProps } from './screen.tsx';

export interface AppProps extends Pick<ScreenProps, 'endpoint' | 'contact' | 'prefill' | 'hides'> {
  readonly lang: string;
  readonly headingLevel: number;
  fire(event: string, detail: unknown): void;
}

/** What every part of the form shares: language, announcements, the service. */
export function App({ lang, headingLevel, fire, ...rest }: AppProps) {
  const { endpoint } = rest;
  const [language, setLanguage] = useState(() => readLanguage(lang));
  useEffect(() => setLanguage(readLanguage(lang)), [lang]);
  const translator = useTranslatorOf(language);
  const client = useMemo(() => createCommissionClient({ endpoint }), [endpoint]);
  const { announcer, said, alerted } = useSpeech();

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  // Of the first language; those that are chosen later take the place of another.
  if (!translator) return null;
  return (
    <TranslatorContext.Provider value={translator}>
      <AnnouncerProvider value={announcer}>
        <HeadingLevel.Provider value={headingLevel}>
          <div class="form" lang={translator.language} dir={translator.direction}>
            <Screen {...rest} client={client} onLanguage={switchTo} fire={fire} />
            <LiveRegions said={said} alerted={alerted} />
          </div>
        </HeadingLevel.Provider>
      </AnnouncerProvider>
    </TranslatorContext.Provider>
  );
}

/** Null until the messages are loaded; the language before where another was chosen. */
function useTranslatorOf(language: Language): Translator | null {
  const [translator, setTranslator] = useState<Translator | null>(() =>
    language === 'en' ? createTranslator('en', englishMessages, navigator.languages) : null,
  );
  useEffect(() => {
    let isGone = false;
    void loadMessages(language)
      .then((messages) => createTranslator(language, messages, navigator.languages))
      .catch(() => createTranslator('en', englishMessages, navigator.languages))
      .then((loaded) => {
        if (!isGone) setTranslator(loaded);
      });
    return () => {
      isGone = true;
    };
  }, [language]);
  return translator;
}
