import type { Language } from '../../../src/platform/language/languages.ts';
import type { LaterMessages } from './message-keys.ts';

type Loader = () => Promise<{ readonly default: LaterMessages }>;

/** A chunk of its own: most visits need not even the names of these files. */
export const laterLoaders: Readonly<Record<Language, Loader>> = {
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
