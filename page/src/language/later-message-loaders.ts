import type { Language } from '../../../src/platform/language/languages.ts';
import type { LaterMessages } from './message-keys.ts';

type Loader = () => Promise<{ readonly default: LaterMessages }>;

/** In the page's script: a chunk of its own would be one request more when a studio sets something. */
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
