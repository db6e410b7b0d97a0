import type { Language } from '../../../src/platform/language/languages.ts';
import { laterLoaders } from './later-message-loaders.ts';
import type { LaterMessages, Messages } from './message-keys.ts';

/** Other languages load on demand. English is bundled as the fallback for a language that cannot be loaded. */
const loaders = import.meta.glob<{ readonly page: Messages }>(
  ['../../../texts/customers/*.json', '!../../../texts/customers/en.json'],
  { import: 'default' },
);

/** Rejects when the messages cannot be loaded. The build of the element replaces this file. */
export async function loadMessages(language: Exclude<Language, 'en'>, _endpoint: string): Promise<Messages> {
  return (await loaded(loaders, language)).page;
}

/** Rejects when the messages cannot be loaded. */
export async function loadLaterMessages(language: Language, _endpoint: string): Promise<LaterMessages> {
  return (await loaded(laterLoaders, language)).pageLater;
}

async function loaded<Texts>(files: Readonly<Record<string, () => Promise<Texts>>>, language: Language) {
  const load = files[`../../../texts/customers/${language}.json`];
  if (load === undefined) throw new Error(`There are no texts in ${language}`);
  return load();
}
