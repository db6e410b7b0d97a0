import type { Language } from '../../../src/platform/language/languages.ts';
import type { Messages } from './message-keys.ts';

/** Other languages load on demand. English is bundled as the fallback for a language that cannot be loaded. */
const loaders = import.meta.glob<{ readonly page: Messages }>(
  ['../../../texts/customers/*.json', '!../../../texts/customers/en.json'],
  {
    import: 'default',
  },
);

/** Rejects when the messages cannot be loaded. The element has another file in place of this one. */
export async function loadMessages(language: Exclude<Language, 'en'>, _endpoint: string): Promise<Messages> {
  const load = loaders[`../../../texts/customers/${language}.json`];
  if (load === undefined) throw new Error(`There are no texts in ${language}`);
  return (await load()).page;
}
