import { z } from 'zod';
import { entry, listOf, name, prose } from './texts.ts';

const label = name.nullable().default(null);

/** The page's names for its groups of choices, instead of the default ones. */
const labels = z.strictObject({ type: label, option: label, extras: label, customCard: label });

/** The parts of a catalogue that are no lists of choices. */
export const catalogueTexts = {
  title: name.nullable().default(null),
  introduction: prose,
  /** Text for the receipt: what happens after a request has arrived. */
  afterwards: prose,
  /** Address that customers can write to when the form fails. */
  contact: z.email().nullable().default(null),
  labels: labels.prefault({}),
};

const colour = z.string().nullable();

/** How the page looks. Its values are checked before they are published. */
const servedTheme = z.strictObject({
  accent: z.strictObject({ light: colour, dark: colour }),
  scheme: z.string(),
  typeface: z.string(),
});

const pixels = z.int().min(1);

/** A picture of the studio. Addresses are relative to the page. `width` and `height` are those of the picture at `url`. */
const logo = z.strictObject({ url: z.string(), width: pixels, height: pixels });

/** An example of a type of work. `alt` says what there is to see. */
const example = logo.extend({ largeUrl: z.string(), alt: name.nullable() });

export type ShownPicture = z.output<typeof example>;

/** The choices that the page offers. The page hides the form's part for an empty list. */
export const catalogueSchema = z.strictObject({
  ...catalogueTexts,
  types: listOf(entry.extend({ options: listOf(entry), pictures: z.array(example).optional() })),
  extras: listOf(entry),
  customCards: listOf(entry),
  theme: servedTheme.optional(),
  logo: logo.optional(),
  revision: z.int().min(1).optional().meta({ description: 'The published revision of the studio, when there is one.' }),
});

export type Catalogue = z.output<typeof catalogueSchema>;

export const emptyCatalogue: Catalogue = catalogueSchema.parse({});
