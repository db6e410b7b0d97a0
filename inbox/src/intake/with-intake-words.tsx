import './intake.css';
import type { ComponentType } from 'preact';
import { useTranslator } from '../language/translator-context.ts';
import { useLoadedTranslator } from '../language/use-loaded-translator.ts';
import { englishIntakeMessages, IntakeTranslatorContext, loadIntakeMessages } from './intake-messages.ts';

const messages = { english: englishIntakeMessages, load: loadIntakeMessages };

/** Returns the component with its words around it. It renders nothing until they are loaded. */
export function withIntakeWords<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithIntakeWords(props: Props) {
    const { language } = useTranslator();
    const translator = useLoadedTranslator(language, messages);
    if (translator === null) return null;
    return (
      <IntakeTranslatorContext.Provider value={translator}>
        <Component {...props} />
      </IntakeTranslatorContext.Provider>
    );
  };
}
