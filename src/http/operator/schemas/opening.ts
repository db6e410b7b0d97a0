import { z } from 'zod';
import { named, trimmedText } from '../../../platform/shapes/values.ts';
import { openingModes, openingSchema } from '../../../studio/document/opening.ts';

const { $schema: _, ...asJson } = z.toJSONSchema(openingSchema, { io: 'input' });

/** The handler checks it, so that each fault is a sentence with its place. */
const entered = named('EnteredOpening', z.unknown().meta(asJson as Record<string, unknown>));

export const openingChange = named(
  'OpeningChange',
  z.strictObject({
    opening: entered.optional().describe('The whole of it, or null: the form is then always open'),
    mode: z.enum(openingModes).optional().describe('The mode alone. The rest stays as it is, or as `opening` says'),
    opensAt: openingSchema.shape.opensAt.unwrap().optional().describe('When it opens, alone or beside the mode'),
    note: trimmedText(500).nullable().optional().describe('Why, for whoever reads the list of revisions'),
  }),
);

export const place = named(
  'PlaceOnWaitingList',
  z.strictObject({
    before: z.uuid().toLowerCase().nullable().describe('The request that is next after it, or null for the end'),
  }),
);
