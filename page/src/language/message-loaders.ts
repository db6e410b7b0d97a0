import type { Language } from '../../../src/platform/language/languages.ts';
import { laterLoaders } from './later-message-loaders.ts';
import type { LaterMessages, Messages } from './message-keys.ts';

type Loader = () => Promise<{ readonly default: Messages }>;

/** Other languages load on demand. English is bundled as the fallback for a language that cannot be loaded. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, Loader>> = {
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

/** Rejects when the messages cannot be loaded. The element has another file in place of this one. */
export async function loadMessages(language: Exclude<Language, 'en'>, _endpoint: string): Promise<Messages> {
  return (await loaders[language]()).default;
}

/** Rejects when the messages cannot be loaded. */
export async function loadLaterMessages(language: Language, _endpoint: string): Promise<LaterMessages> {
  return (await laterLoaders[language]()).default;
}
