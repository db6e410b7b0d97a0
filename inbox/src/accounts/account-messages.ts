import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../page-kit/language/messages.ts';
import { createTranslator, type Translator } from '../../../page-kit/language/translator.ts';
import en from '../../account-messages/en.json';
import type { Language } from '../language/reader-language.ts';

export type AccountKey = keyof typeof en;

export type AccountTranslator = Translator<Language, AccountKey>;

type AccountMessages = Messages<AccountKey>;

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: AccountMessages }>>> = {
  de: () => import('../../account-messages/de.json'),
  es: () => import('../../account-messages/es.json'),
  ja: () => import('../../account-messages/ja.json'),
};

/** The texts of these pages, apart from the inbox's: a page to sign in needs few. */
export const accountMessages = {
  english: en as AccountMessages,
  /** Rejects when the messages cannot be loaded. */
  async load(language: Language): Promise<AccountMessages> {
    return language === 'en' ? en : (await loaders[language]()).default;
  },
};

export const AccountTranslatorContext = createContext<AccountTranslator>(createTranslator('en', en));

export function useAccountTranslator(): AccountTranslator {
  return useContext(AccountTranslatorContext);
}
