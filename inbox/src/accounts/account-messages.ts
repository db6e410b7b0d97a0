import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../page-kit/language/messages.ts';
import { createTranslator, type Translator } from '../../../page-kit/language/translator.ts';
import en from '../../../texts/inbox/en.json';
import type { Language } from '../language/reader-language.ts';

export type AccountKey = keyof (typeof en)['accounts'];

export type AccountTranslator = Translator<Language, AccountKey>;

type AccountMessages = Messages<AccountKey>;

const loaders = import.meta.glob<{ readonly accounts: AccountMessages }>(
  ['../../../texts/inbox/*.json', '!../../../texts/inbox/en.json'],
  { import: 'default' },
);

export const englishAccountMessages: AccountMessages = en.accounts;

/** The texts of these pages, apart from the inbox's: a page to sign in needs few. Rejects when they cannot be loaded. */
export async function loadAccountMessages(language: Language): Promise<AccountMessages> {
  return (await loaders[`../../../texts/inbox/${language}.json`]?.())?.accounts ?? englishAccountMessages;
}

export const AccountTranslatorContext = createContext<AccountTranslator>(
  createTranslator('en', englishAccountMessages),
);

export function useAccountTranslator(): AccountTranslator {
  return useContext(AccountTranslatorContext);
}
