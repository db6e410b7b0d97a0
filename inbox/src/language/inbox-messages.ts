import type { Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import en from '../../messages/en.json';
import type { Language } from './reader-language.ts';

export type MessageKey = keyof typeof en;

export type Messages = MessagesOf<MessageKey>;

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Messages }>>> = {
  de: () => import('../../messages/de.json'),
  es: () => import('../../messages/es.json'),
  ja: () => import('../../messages/ja.json'),
};

export const englishMessages: Messages = en;

/** Rejects when the messages cannot be loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'en' ? en : (await loaders[language]()).default;
}
