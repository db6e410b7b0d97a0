import { z } from 'zod';
import { legal, termsList } from '../catalogue/asked.ts';
import { catalogueTexts } from '../catalogue/catalogue.ts';
import { pictureFile } from '../catalogue/picture.ts';
import { percent, price } from '../catalogue/price.ts';
import { entry, listOf, localizedName } from '../catalogue/texts.ts';
import { currencies } from './currency-codes.ts';
import { guardSchema } from './guard.ts';
import { contrastOf, contrastOn, leastContrast, type Shade, surfaces, typefaces } from './look.ts';
import { mailsSchema } from './mails.ts';
import { openingSchema } from './opening.ts';
import { questionsSchema } from './questions.ts';

/** A colour for text, links and buttons on a surface, on which light or dark text always has enough contrast. */
function accentOn(shade: Shade) {
  return z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#2b5c77"')
    .toLowerCase()
    .refine((colour) => !(contrastOf(colour, surfaces[shade]) < leastContrast), {
      error: ({ input }) =>
        `has a contrast of ${contrastOn(shade, String(input))}:1 on the ${shade} page, and text needs ${leastContrast}:1`,
    })
    .nullable()
    .default(null);
}

/** The theme of the page (S12). Null keeps the page's own colour. */
const themeSchema = z.strictObject({
  accent: z.strictObject({ light: accentOn('light'), dark: accentOn('dark') }).prefault({}),
  scheme: z.enum(['both', 'light', 'dark']).default('both'),
  typeface: z.enum(typefaces).default('system'),
});

/** The one currency of all prices (S26). */
const pricesSchema = z.strictObject({
  currency: z.string().refine((code) => currencies.includes(code), 'must be a currency such as "EUR"'),
});

/** The public page of the work under way (S20). */
const queueSchema = z.strictObject({
  isShown: z.boolean().default(false),
  /** Customers are asked for the name under which they appear. */
  asksName: z.boolean().default(false),
});

const mostExamples = 8;

/** Names a picture that was uploaded: the SHA-256 of its largest file. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of an uploaded picture, in lower-case hex');

const logoSchema = z.strictObject({ sha256 }).nullable().default(null);

/** Examples of a type of work. `alt` describes the picture for people who cannot see it. */
const examplePictures = z
  .array(z.strictObject({ sha256, alt: localizedName.nullable().default(null) }))
  .max(mostExamples)
  .default([]);

/** A hidden entry is not offered, and keeps its id for the requests that name it. */
const hidden = z.boolean().default(false);
const choice = entry.extend({ hidden });
const pricedChoice = choice.extend({ price: price.nullable().default(null) });
const extra = pricedChoice
  .extend({ percent: percent.nullable().default(null) })
  .refine((one) => one.price === null || one.percent === null, {
    path: ['percent'],
    error: 'must be null beside a price',
  });

/** The document that an artist edits (S5): offer, questions, opening and theme of the form. */
export const studioSchema = z.strictObject({
  ...catalogueTexts,
  types: listOf(pricedChoice.extend({ options: listOf(pricedChoice), pictures: examplePictures })),
  extras: listOf(extra),
  customCards: listOf(choice),
  questions: questionsSchema,
  terms: termsList,
  prices: pricesSchema.nullable().default(null),
  legal: legal.prefault({}),
  opening: openingSchema.nullable().default(null),
  queue: queueSchema.nullable().default(null),
  theme: themeSchema.nullable().default(null),
  logo: logoSchema,
  guard: guardSchema.nullable().default(null),
  mails: mailsSchema.nullable().default(null),
});

export type Studio = z.output<typeof studioSchema>;

export type StudioKey = keyof Studio;

/** The content of `CATALOGUE_FILE`, which may have any key of the studio. The names of files are not sent to clients. */
export const studioFileSchema = studioSchema.extend({ image: pictureFile, icon: pictureFile });

export type StudioFile = z.output<typeof studioFileSchema>;

/** A studio without any setting. */
export const emptyStudio: Studio = studioSchema.parse({});

export const studioKeys = Object.keys(studioSchema.shape) as readonly StudioKey[];

/** Of the document as JSON, so that every process can keep and send it. */
export const maxStudioBytes = 1024 * 1024;

/** Returns the keys by which two studios differ. */
export function changedKeys(one: Studio, other: Studio): readonly StudioKey[] {
  return studioKeys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
}
