import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../../page-kit/language/messages.ts';
import { createTranslator, type Translator as TranslatorOf } from '../../../../page-kit/language/translator.ts';
import en from '../../../form-messages/en.json';
import type { Language } from '../../language/reader-language.ts';

export type FormMessageKey = keyof typeof en;
export type FormMessages = Messages<FormMessageKey>;
export type FormTranslator = TranslatorOf<Language, FormMessageKey>;

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: FormMessages }>>> = {
  de: () => import('../../../form-messages/de.json'),
  es: () => import('../../../form-messages/es.json'),
  ja: () => import('../../../form-messages/ja.json'),
};

export const englishFormMessages: FormMessages = en;

/** Rejects when the messages cannot be loaded. */
export async function loadFormMessages(language: Language): Promise<FormMessages> {
  return language === 'en' ? en : (await loaders[language]()).default;
}

export const FormTranslatorContext = createContext<FormTranslator>(createTranslator('en', englishFormMessages));

/** The words of the editor, which are loaded with it. */
export function useFormWords(): FormTranslator {
  return useContext(FormTranslatorContext);
}
