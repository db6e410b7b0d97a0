import { z } from 'zod';
import { legal, termsList } from '../catalogue/asked.ts';
import { catalogueTexts } from '../catalogue/catalogue.ts';
import { pictureFile } from '../catalogue/picture.ts';
import { percent, price } from '../catalogue/price.ts';
import { entry, listOf } from '../catalogue/texts.ts';
import { guardSchema } from './guard.ts';
import { openingSchema } from './opening.ts';
import { examplePictures, logoSchema } from './pictures.ts';
import { pricesSchema } from './prices.ts';
import { questionsSchema } from './questions.ts';
import { queueSchema } from './queue.ts';
import { themeSchema } from './theme.ts';

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
