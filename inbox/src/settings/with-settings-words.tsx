import type { ComponentType } from 'preact';
import { useTranslator } from '../language/translator-context.ts';
import { useLoadedTranslator } from '../language/use-loaded-translator.ts';
import { englishSettingsMessages, loadSettingsMessages, SettingsTranslatorContext } from './settings-messages.ts';

const messages = { english: englishSettingsMessages, load: loadSettingsMessages };

/** Returns the component with its words around it. It renders nothing until they are loaded. */
export function withSettingsWords<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithSettingsWords(props: Props) {
    const { language } = useTranslator();
    const translator = useLoadedTranslator(language, messages);
    if (translator === null) return null;
    return (
      <SettingsTranslatorContext.Provider value={translator}>
        <Component {...props} />
      </SettingsTranslatorContext.Provider>
    );
  };
}
