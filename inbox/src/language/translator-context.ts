import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createTranslator, type Translator as TranslatorOf } from '../../../page-kit/language/translator.ts';
import {
  englishMessages,
  type FormMessageKey,
  type InboxMessages,
  type IntakeMessageKey,
  type MessageKey,
} from './inbox-messages.ts';
import type { Language } from './reader-language.ts';

export type Translator = TranslatorOf<Language, MessageKey>;
export type FormTranslator = TranslatorOf<Language, FormMessageKey>;
export type IntakeTranslator = TranslatorOf<Language, IntakeMessageKey>;

interface Translators {
  readonly inbox: Translator;
  readonly form: FormTranslator;
  readonly intake: IntakeTranslator;
}

/** @param readers The reader's preferred tags. */
export function createTranslators(
  language: Language,
  { inbox, form, intake }: InboxMessages,
  readers: readonly string[] = [],
): Translators {
  return {
    inbox: createTranslator(language, inbox, readers),
    form: createTranslator(language, form, readers),
    intake: createTranslator(language, intake, readers),
  };
}

export const TranslatorContext = createContext(createTranslators('en', englishMessages));

export function useTranslator(): Translator {
  return useContext(TranslatorContext).inbox;
}

/** The words of the editor of the form. */
export function useFormWords(): FormTranslator {
  return useContext(TranslatorContext).form;
}

/** The words of the triage: opening, guard and details. */
export function useIntakeWords(): IntakeTranslator {
  return useContext(TranslatorContext).intake;
}
