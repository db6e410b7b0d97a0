import { useEffect, useMemo, useState } from 'preact/hooks';
import { AnnouncerProvider, LiveRegions } from '../../../page-kit/announcer.tsx';
import { createCell } from '../cells/cell.ts';
import { listenToKeys } from '../keys/keys.ts';
import { englishMessages, loadMessages } from '../language/inbox-messages.ts';
import { type Language, readLanguage, storeLanguage } from '../language/reader-language.ts';
import { createTranslators, TranslatorContext } from '../language/translator-context.ts';
import { useLoadedWords } from '../language/use-loaded-words.ts';
import { createInbox, InboxProvider } from '../model/inbox-context.ts';
import { keepFocus } from '../parts/focus.ts';
import { createRouter, RouterProvider } from '../router/router.tsx';
import { Shell } from './shell.tsx';

/** Provides the language, the announcer, the router and the shared state to the page. */
export function App() {
  const [language, setLanguage] = useState(readLanguage);
  const words = useLoadedWords(language, source);
  const router = useMemo(createRouter, []);
  const inbox = useMemo(() => createInbox(createCell(english.inbox)), []);
  useEffect(listenToKeys, []);
  useEffect(keepFocus, []);

  if (!words) return null;
  inbox.translator.set(words.inbox);
  document.documentElement.lang = words.inbox.language;

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  return (
    <TranslatorContext.Provider value={words}>
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

/** The words until the reader's language is loaded. */
const english = createTranslators('en', englishMessages, navigator.languages);

const source = {
  english,
  load: async (language: Language) => createTranslators(language, await loadMessages(language), navigator.languages),
};
