import type { ComponentType, Context } from 'preact';
import type { Translator } from '../../../page-kit/language/translator.ts';
import type { Language } from './reader-language.ts';
import { useTranslator } from './translator-context.ts';
import { type MessageSource, useLoadedTranslator } from './use-loaded-translator.ts';

/**
 * Returns a function that gives a component with these words around it. The component renders nothing until they are
 * loaded.
 */
export function wordsAround<Key extends string>(
  { Provider }: Context<Translator<Language, Key>>,
  messages: MessageSource<Key>,
) {
  return <Props extends object>(Component: ComponentType<Props>): ComponentType<Props> =>
    function WithWords(props: Props) {
      const { language } = useTranslator();
      const translator = useLoadedTranslator(language, messages);
      if (translator === null) return null;
      return (
        <Provider value={translator}>
          <Component {...props} />
        </Provider>
      );
    };
}
