import { z } from 'zod';
import { named, pageQuery, trimmedText } from '../../../platform/shapes/values.ts';
import { studioSchema } from '../../../studio/document/studio.ts';

const maxNoteCharacters = 500;

const version = z.int().min(1).optional().describe('The version of the draft that you read');

const { $schema: _, ...asJson } = z.toJSONSchema(studioSchema, { io: 'input' });

/** The handler checks the document, so that each fault is a sentence with its path. */
const entered = named('EnteredStudioDocument', z.unknown().meta(asJson as Record<string, unknown>));

export const draftChange = named('StudioDraftChange', z.strictObject({ version, document: entered }));

export const publication = named(
  'StudioPublication',
  z.strictObject({
    version,
    note: trimmedText(maxNoteCharacters)
      .nullable()
      .optional()
      .describe('The reason, for readers of the list of revisions'),
  }),
);

/** Decimal digits only. Any other text names no revision. */
export const revisionParams = z.object({
  revision: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1 }),
});

export const revisionQuery = z.strictObject(pageQuery);

export const usedStudioIds = named('UsedStudioIds', z.object({ items: z.array(z.string()) }));
