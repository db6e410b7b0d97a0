import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createTranslator, type Translator } from './translator.ts';

export const TranslatorContext = createContext<Translator>(createTranslator('en'));

export function useTranslator(): Translator {
  return useContext(TranslatorContext);
}
