import { useEffect, useMemo, useState } from 'preact/hooks';
import { AnnouncerProvider, LiveRegions } from '../../../page-kit/announcer.tsx';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { createCell } from '../cells/cell.ts';
import { listenToKeys } from '../keys/keys.ts';
import { englishMessages, type Language, loadMessages, readLanguage, storeLanguage } from '../language/languages.ts';
import { type Translator, TranslatorContext } from '../language/translator-context.ts';
import { createInbox, InboxProvider } from '../model/inbox-context.ts';
import { keepFocus } from '../parts/kept-focus.ts';
import { createRouter, RouterProvider } from '../router/router.tsx';
import { Shell } from './shell.tsx';

/** Provides the language, the announcer, the router and the shared state to the page. */
export function App() {
  const [language, setLanguage] = useState(readLanguage);
  const translator = useTranslatorOf(language);
  const router = useMemo(createRouter, []);
  const inbox = useMemo(() => createInbox(createCell(english)), []);
  useEffect(listenToKeys, []);
  useEffect(keepFocus, []);

  if (!translator) return null;
  inbox.translator.set(translator);
  document.documentElement.lang = translator.language;

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  return (
    <TranslatorContext.Provider value={translator}>
      <AnnouncerProvider>
        <RouterProvider value={router}>
          <InboxProvider value={inbox}>
            <Shell onLanguage={switchTo} />
            <LiveRegions />
          </InboxProvider>
        </RouterProvider>
      </AnnouncerProvider>
    </TranslatorContext.Provider>
  );
}

/** Bundled as the fallback for a language that cannot be loaded. */
const english: Translator = createTranslator('en', englishMessages, navigator.languages);

function loadTranslator(language: Language): Promise<Translator> {
  return loadMessages(language)
    .then((messages): Translator => createTranslator(language, messages, navigator.languages))
    .catch(() => english);
}

/** Returns null until the first language is loaded, and the previous translator while another language loads. */
function useTranslatorOf(language: Language): Translator | null {
  const [translator, setTranslator] = useState<Translator | null>(language === 'en' ? english : null);
  useEffect(() => {
    let isCancelled = false;
    void (language === 'en' ? Promise.resolve(english) : loadTranslator(language)).then((loaded) => {
      if (!isCancelled) setTranslator(loaded);
    });
    return () => {
      isCancelled = true;
    };
  }, [language]);
  return translator;
}
