import type { Language } from '../../../src/platform/language/languages.ts';
import type { LaterMessages, Messages } from './message-keys.ts';

type MessagesModule<Texts> = Promise<{ readonly default: Texts }>;
type Loaders<Texts, Of extends Language> = Readonly<Record<Of, () => MessagesModule<Texts>>>;

/** Other languages load on demand. English is bundled as the fallback for a language that cannot be loaded. */
const loaders: Loaders<Messages, Exclude<Language, 'en'>> = {
  de: () => import('../../messages/de.json'),
  es: () => import('../../messages/es.json'),
  fr: () => import('../../messages/fr.json'),
  it: () => import('../../messages/it.json'),
  pl: () => import('../../messages/pl.json'),
  pt: () => import('../../messages/pt.json'),
  ar: () => import('../../messages/ar.json'),
  ja: () => import('../../messages/ja.json'),
  ko: () => import('../../messages/ko.json'),
  zh: () => import('../../messages/zh.json'),
};

const laterLoaders: Loaders<LaterMessages, Language> = {
  en: () => import('../../later-messages/en.json'),
  de: () => import('../../later-messages/de.json'),
  es: () => import('../../later-messages/es.json'),
  fr: () => import('../../later-messages/fr.json'),
  it: () => import('../../later-messages/it.json'),
  pl: () => import('../../later-messages/pl.json'),
  pt: () => import('../../later-messages/pt.json'),
  ar: () => import('../../later-messages/ar.json'),
  ja: () => import('../../later-messages/ja.json'),
  ko: () => import('../../later-messages/ko.json'),
  zh: () => import('../../later-messages/zh.json'),
};

/** Rejects when the messages cannot be loaded. The element has another file in place of this one. */
export async function loadMessages(language: Exclude<Language, 'en'>, _endpoint: string): Promise<Messages> {
  return (await loaders[language]()).default;
}

/** Rejects when the messages cannot be loaded. */
export async function loadLaterMessages(language: Language, _endpoint: string): Promise<LaterMessages> {
  return (await laterLoaders[language]()).default;
}
