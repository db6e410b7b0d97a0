import { z } from 'zod';
import { limitedText, storableText } from '../../platform/shapes/storable-text.ts';

const maxIdCharacters = 200;
const maxNameCharacters = 200;
const maxProseCharacters = 5000;
const maxEntries = 500;

/** The supported forms of BCP 47 tags: `en`, `pt-BR`, `zh-Hant`. */
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as "de"');

/** Returns a schema for texts by language tag. A plain string is English. English is required as the fallback. */
export function textsOf(maxCharacters: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { en: value } : value),
    z.record(languageTag, limitedText(maxCharacters).min(1)).refine((texts) => texts.en !== undefined, {
      error: 'must have a text for "en", which other languages fall back to',
    }),
  );
}

export const localizedName = textsOf(maxNameCharacters);
export const prose = textsOf(maxProseCharacters).nullable().default(null);

export const entryId = storableText().min(1).max(maxIdCharacters);

/** A choice of a customer. */
export const entry = z.strictObject({ id: entryId, name: localizedName, description: prose });

/** Returns a schema for a list with unique ids. Reports repeated ids even when entries have other faults. */
export function listOf<T extends z.ZodType>(schema: T, most = maxEntries) {
  return z
    .array(schema)
    .max(most)
    .refine((list) => repeatedIds(list).length === 0, {
      when: ({ value }) => Array.isArray(value),
      error: ({ input }) => `uses an id more than once: ${repeatedIds(input as unknown[]).join(', ')}`,
    })
    .default([]);
}

function repeatedIds(list: readonly unknown[]): string[] {
  const ids = list.map((item) => (item as { id?: unknown } | null)?.id).filter((id) => typeof id === 'string');
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
