import { useEffect, useMemo, useState } from 'preact/hooks';
import { createCommissionClient } from '../../client/src/commission-client.ts';
import { AnnouncerProvider, LiveRegions, useSpeech } from './announcer.tsx';
import { HeadingLevel } from './heading.tsx';
import { languageEvent } from './language/language-event.ts';
import type { Language } from './language/languages.ts';
import { readLanguage, storeLanguage } from './language/stored-language.ts';
import { createTranslator } from './language/translator.ts';
import { TranslatorContext } from './language/translator-context.ts';
import { Screen } from './screen.tsx';

export interface AppProps {
  readonly endpoint: string;
  readonly lang: string;
  readonly headingLevel: number;
  fire(event: string, detail: unknown): void;
}

/** What every part of the form shares: language, announcements, the service. */
export function App({ endpoint, lang, headingLevel, fire }: AppProps) {
  const [language, setLanguage] = useState(() => readLanguage(lang));
  useEffect(() => setLanguage(readLanguage(lang)), [lang]);
  const translator = useMemo(() => createTranslator(language, navigator.languages), [language]);
  const client = useMemo(() => createCommissionClient({ endpoint }), [endpoint]);
  const { announcer, said, alerted } = useSpeech();
  useEffect(() => fire(languageEvent, { language, title: translator.text('title') }), [translator]);

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  return (
    <TranslatorContext.Provider value={translator}>
      <AnnouncerProvider value={announcer}>
        <HeadingLevel.Provider value={headingLevel}>
          <div class="form" lang={language}>
            <Screen endpoint={endpoint} client={client} onLanguage={switchTo} fire={fire} />
            <LiveRegions said={said} alerted={alerted} />
          </div>
        </HeadingLevel.Provider>
      </AnnouncerProvider>
    </TranslatorContext.Provider>
  );
}
