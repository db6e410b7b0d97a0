import { z } from 'zod';
import { asked } from './asked.ts';
import { servedOpening } from './opening-shape.ts';
import { priced, pricedOrPercent } from './price.ts';
import { examplesShape, logoShape } from './shown-picture.ts';
import { entry, listOf, localizedName, prose } from './texts.ts';

const label = localizedName.nullable().default(null);

/** The page's names for its groups of choices, instead of the default ones. */
export const labels = z.strictObject({ type: label, option: label, extras: label, customCard: label });

/** The parts of a catalogue that are no lists of choices. */
export const catalogueTexts = {
  title: localizedName.nullable().default(null),
  introduction: prose,
  afterwards: prose.describe('Text for the receipt: what happens after a request has arrived.'),
  contact: z.email().nullable().default(null).describe('Address that customers can write to when the form fails.'),
  labels: labels.prefault({}),
};

const colour = z.string().nullable();

/** How the page looks. Its values are checked before they are published. */
export const servedTheme = z.strictObject({
  accent: z.strictObject({ light: colour, dark: colour }),
  scheme: z.string(),
  typeface: z.string(),
});

export const pricedEntry = entry.extend(priced);
export const servedType = pricedEntry.extend({ options: listOf(pricedEntry), pictures: examplesShape });
export const servedExtra = entry.extend(pricedOrPercent);

/** The choices that the page offers. The page hides the form's part for an empty list. */
export const catalogueSchema = z.strictObject({
  ...catalogueTexts,
  types: listOf(servedType),
  extras: listOf(servedExtra),
  customCards: listOf(entry),
  ...asked,
  queue: z
    .strictObject({ asksName: z.boolean() })
    .optional()
    .meta({ description: 'Present when the studio shows its queue. `asksName`: customers may choose a name for it.' }),
  theme: servedTheme.optional(),
  logo: logoShape,
  opening: servedOpening.optional().meta({ description: 'Whether the form is open, when the studio has set it.' }),
  guard: z
    .strictObject({ proof: z.literal(true) })
    .optional()
    .meta({ description: 'Present when a form should send the proof of a solved challenge.' }),
  revision: z.int().min(1).optional().meta({ description: 'The published revision of the studio, when there is one.' }),
});

export type Catalogue = z.output<typeof catalogueSchema>;

export const emptyCatalogue: Catalogue = catalogueSchema.parse({});
