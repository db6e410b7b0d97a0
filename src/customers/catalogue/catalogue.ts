import { z } from 'zod';
import { storableText } from '../../platform/shapes/storable-text.ts';
import { pictureFile } from './picture.ts';

const maxIdCharacters = 200;
const maxNameCharacters = 200;
const maxProseCharacters = 5000;
const maxEntries = 500;

/** The supported forms of BCP 47 tags: `en`, `pt-BR`, `zh-Hant`. */
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as "de"');

/** Returns a schema for texts by language tag. A plain string is English. English is required as the fallback. */
function localized(maxCharacters: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { en: value } : value),
    z.record(languageTag, storableText().min(1).max(maxCharacters)).refine((texts) => texts.en !== undefined, {
      error: 'must have a text for "en", which other languages fall back to',
    }),
  );
}

const name = localized(maxNameCharacters);
const prose = localized(maxProseCharacters).nullable().default(null);

const entry = z.strictObject({ id: storableText().min(1).max(maxIdCharacters), name, description: prose });

/** Returns a schema for a list with unique ids. Reports repeated ids even when entries have other faults. */
function listOf<T extends z.ZodType>(schema: T) {
  return z
    .array(schema)
    .max(maxEntries)
    .refine((list) => repeatedIds(list).length === 0, {
      when: ({ value }) => Array.isArray(value),
      error: ({ input }) => `uses an id more than once: ${repeatedIds(input as unknown[]).join(', ')}`,
    })
    .default([]);
}

const label = name.nullable().default(null);

/** The page's names for its groups of choices, instead of the default ones. */
const labels = z.strictObject({ type: label, option: label, extras: label, customCard: label });

/** The choices that the page offers. The page hides the form's part for an empty list. */
export const catalogueSchema = z.strictObject({
  title: name.nullable().default(null),
  introduction: prose,
  /** Text for the receipt: what happens after a request has arrived. */
  afterwards: prose,
  /** Address that customers can write to when the form fails. */
  contact: z.email().nullable().default(null),
  labels: labels.prefault({}),
  types: listOf(entry.extend({ options: listOf(entry) })),
  extras: listOf(entry),
  customCards: listOf(entry),
});

export type Catalogue = z.output<typeof catalogueSchema>;

/** The content of a catalogue file. The names of picture files are not sent to clients. */
export const catalogueFileSchema = catalogueSchema.extend({ image: pictureFile, icon: pictureFile });

export type CatalogueFile = z.output<typeof catalogueFileSchema>;

export const emptyCatalogue: Catalogue = catalogueSchema.parse({});

function repeatedIds(list: readonly unknown[]): string[] {
  const ids = list.map((item) => (item as { id?: unknown } | null)?.id).filter((id) => typeof id === 'string');
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
