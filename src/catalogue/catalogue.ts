import { z } from 'zod';
import { storableText } from '../submission/payload-text.ts';
import { pictureFile } from './picture.ts';

const maxIdCharacters = 200;
const maxNameCharacters = 200;
const maxProseCharacters = 5000;
const maxEntries = 500;

/** The forms of BCP 47 that are in use here: `en`, `pt-BR`, `zh-Hant`. */
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as "de"');

/** A text by language tags. English is there for whoever reads none of the others; a plain string is English. */
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

/** Each id names one entry. Reported even where entries have other faults. */
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

/** What the page calls its groups of choices, in place of its own words. */
const labels = z.strictObject({ type: label, option: label, extras: label, customCard: label });

/** What the page offers. An empty list is a part of the form that is not shown. */
export const catalogueSchema = z.strictObject({
  title: name.nullable().default(null),
  introduction: prose,
  /** What happens after a request has arrived, for the receipt. */
  afterwards: prose,
  /** Whom customers write to when the form fails. */
  contact: z.email().nullable().default(null),
  labels: labels.prefault({}),
  types: listOf(entry.extend({ options: listOf(entry) })),
  extras: listOf(entry),
  customCards: listOf(entry),
});

export type Catalogue = z.output<typeof catalogueSchema>;

/** What a catalogue file holds: the names of files stay with the service. */
export const catalogueFileSchema = catalogueSchema.extend({ image: pictureFile, icon: pictureFile });

export type CatalogueFile = z.output<typeof catalogueFileSchema>;

export const emptyCatalogue: Catalogue = catalogueSchema.parse({});

function repeatedIds(list: readonly unknown[]): string[] {
  const ids = list.map((item) => (item as { id?: unknown } | null)?.id).filter((id) => typeof id === 'string');
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
