import { useEffect, useMemo, useState } from 'preact/hooks';
import { AnnouncerProvider, LiveRegions } from '../../../page-kit/announcer.tsx';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { createCell } from '../cells/cell.ts';
import { listenToKeys } from '../keys/keys.ts';
import { englishMessages, loadMessages } from '../language/inbox-messages.ts';
import { type Language, readLanguage, storeLanguage } from '../language/reader-language.ts';
import { type Translator, TranslatorContext } from '../language/translator-context.ts';
import { useLoadedTranslator } from '../language/use-loaded-translator.ts';
import { createInbox, InboxProvider } from '../model/inbox-context.ts';
import { keepFocus } from '../parts/kept-focus.ts';
import { createRouter, RouterProvider } from '../router/router.tsx';
import { Shell } from './shell.tsx';

/** Provides the language, the announcer, the router and the shared state to the page. */
export function App() {
  const [language, setLanguage] = useState(readLanguage);
  const translator = useLoadedTranslator(language, messages);
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

const messages = { english: englishMessages, load: loadMessages };

/** The texts until the reader's language is loaded. */
const english: Translator = createTranslator('en', englishMessages, navigator.languages);
