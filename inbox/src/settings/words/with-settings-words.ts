import { wordsAround } from '../../language/words-around.tsx';
import { englishSettingsMessages, loadSettingsMessages, SettingsTranslatorContext } from './settings-messages.ts';

/** Returns the component with its words around it. It renders nothing until they are loaded. */
export const withSettingsWords = wordsAround(SettingsTranslatorContext, {
  english: englishSettingsMessages,
  load: loadSettingsMessages,
});
