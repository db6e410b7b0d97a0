import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../../page-kit/language/messages.ts';
import { createTranslator, type Translator as TranslatorOf } from '../../../../page-kit/language/translator.ts';
import en from '../../../settings-messages/en.json';
import { englishMessages, loadMessages, type MessageKey } from '../../language/inbox-messages.ts';
import type { Language } from '../../language/reader-language.ts';

type OwnKey = keyof typeof en;
export type SettingsMessageKey = MessageKey | OwnKey;
export type SettingsMessages = Messages<SettingsMessageKey>;
export type SettingsTranslator = TranslatorOf<Language, SettingsMessageKey>;

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Messages<OwnKey> }>>> = {
  de: () => import('../../../settings-messages/de.json'),
  es: () => import('../../../settings-messages/es.json'),
  ja: () => import('../../../settings-messages/ja.json'),
};

export const englishSettingsMessages: SettingsMessages = { ...englishMessages, ...en };

/** Rejects when the messages cannot be loaded. */
export async function loadSettingsMessages(language: Language): Promise<SettingsMessages> {
  if (language === 'en') return englishSettingsMessages;
  const [shared, own] = await Promise.all([loadMessages(language), loaders[language]()]);
  return { ...shared, ...own.default };
}

export const SettingsTranslatorContext = createContext<SettingsTranslator>(
  createTranslator('en', englishSettingsMessages),
);

/** The words of the inbox and those of the settings, which are loaded with the first page of the settings. */
export function useSettingsWords(): SettingsTranslator {
  return useContext(SettingsTranslatorContext);
}
