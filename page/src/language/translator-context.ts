import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createTranslator, type Translator as TranslatorOf } from '../../../page-kit/language/translator.ts';
import { englishMessages, type Language, type LaterKey, type MessageKey } from './languages.ts';

export type Translator = TranslatorOf<Language, MessageKey>;

export const TranslatorContext = createContext<Translator>(createTranslator('en', englishMessages));

export function useTranslator(): Translator {
  return useContext(TranslatorContext);
}

export type LaterTranslator = TranslatorOf<Language, MessageKey | LaterKey>;

/** For parts that are only shown when the texts that load later are there. */
export function useLaterTranslator(): LaterTranslator {
  return useContext(TranslatorContext) as LaterTranslator;
}
