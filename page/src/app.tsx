import { useEffect, useMemo, useState } from 'preact/hooks';
import { type CommissionClient, createCommissionClient } from '../../client/src/commission-client.ts';
import { AnnouncerProvider, LiveRegions } from '../../page-kit/announcer.tsx';
import { type Language, readLanguage, storeLanguage } from './language/languages.ts';
import { LaterTextsContext } from './language/later-texts.ts';
import { TranslatorContext } from './language/translator-context.ts';
import { useTranslatorOf } from './language/use-translator-of.ts';
import { HeadingLevel } from './parts/heading.tsx';
import { Screen, type ScreenProps } from './screen.tsx';

interface AppProps extends Pick<ScreenProps, 'endpoint' | 'contact' | 'prefill' | 'hides' | 'fire' | 'keep'> {
  readonly lang: string;
  /** The limits of a submission as JSON, where the page has them. They are a request else. */
  readonly limits: string | null;
  /** Level of the uppermost heading: the form's title, or its sections when the title is hidden. */
  readonly headingLevel: number;
  /** Adds a style sheet to the form, or replaces the one of this name. */
  addStyle(name: string, css: string): void;
}

/** Provides the language, the announcer and the service's client to the form. */
export function App({ lang, limits, headingLevel, addStyle, ...rest }: AppProps) {
  const { endpoint, hides } = rest;
  const [language, setLanguage] = useState(() => readLanguage(lang));
  useEffect(() => setLanguage(readLanguage(lang)), [lang]);
  const [needsLaterTexts, setNeedsLaterTexts] = useState(false);
  const { translator, hasLaterTexts } = useTranslatorOf(language, endpoint, needsLaterTexts);
  const client = useMemo((): CommissionClient => {
    const made = createCommissionClient({ endpoint });
    return limits === null ? made : { ...made, limits: async () => ({ ok: true, value: JSON.parse(limits) }) };
  }, [endpoint]);

  const laterTexts = { areLoaded: hasLaterTexts, load: () => setNeedsLaterTexts(true) };

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  // Only while the first language loads. Later the previous translator stays until the next one is loaded.
  if (!translator) return null;
  return (
    <TranslatorContext.Provider value={translator}>
      <LaterTextsContext.Provider value={laterTexts}>
        <AnnouncerProvider>
          <HeadingLevel.Provider value={hides.title ? headingLevel - 1 : headingLevel}>
            <div class="form" lang={translator.language} dir={translator.direction}>
              <Screen {...rest} client={client} onLanguage={switchTo} addStyle={addStyle} />
              <LiveRegions />
            </div>
          </HeadingLevel.Provider>
        </AnnouncerProvider>
      </LaterTextsContext.Provider>
    </TranslatorContext.Provider>
  );
}
