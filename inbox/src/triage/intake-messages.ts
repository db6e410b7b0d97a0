import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../page-kit/language/messages.ts';
import { createTranslator, type Translator as TranslatorOf } from '../../../page-kit/language/translator.ts';
import en from '../../intake-messages/en.json';
import type { Language } from '../language/reader-language.ts';

export type IntakeMessageKey = keyof typeof en;
export type IntakeMessages = Messages<IntakeMessageKey>;
export type IntakeTranslator = TranslatorOf<Language, IntakeMessageKey>;

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: IntakeMessages }>>> = {
  de: () => import('../../intake-messages/de.json'),
  es: () => import('../../intake-messages/es.json'),
  ja: () => import('../../intake-messages/ja.json'),
};

export const englishIntakeMessages: IntakeMessages = en;

/** Rejects when the messages cannot be loaded. */
export async function loadIntakeMessages(language: Language): Promise<IntakeMessages> {
  return language === 'en' ? en : (await loaders[language]()).default;
}

export const IntakeTranslatorContext = createContext<IntakeTranslator>(createTranslator('en', englishIntakeMessages));

/** The words about how requests come, which are loaded when something of it is set. */
export function useIntakeWords(): IntakeTranslator {
  return useContext(IntakeTranslatorContext);
}
