import { z } from 'zod';
import { named, pageQuery, trimmedText } from '../../../platform/shapes/values.ts';
import { type StudioKey, studioSchema } from '../../../studio/document/studio.ts';

const maxNoteCharacters = 500;

const version = z.int().min(1).optional().describe('The version of the draft that you read');

const { $schema: _, ...asJson } = z.toJSONSchema(studioSchema, { io: 'input' });

/** The handler checks the document, so that each fault is a sentence with its path. */
const entered = named('EnteredStudioDocument', z.unknown().meta(asJson as Record<string, unknown>));

export const draftChange = named('StudioDraftChange', z.strictObject({ version, document: entered }));

const note = trimmedText(maxNoteCharacters)
  .nullable()
  .optional()
  .describe('The reason, for readers of the list of revisions');

export const publication = named('StudioPublication', z.strictObject({ version, note }));

/** Settings that are no part of the form's content. A change of them waits for no draft. */
export const keysAtOnce = ['guard', 'queue'] as const satisfies readonly StudioKey[];

const enteredMember = (key: (typeof keysAtOnce)[number]) =>
  z
    .unknown()
    .meta(asJson.properties?.[key] as Record<string, unknown>)
    .optional();

export const changeAtOnce = named(
  'StudioChange',
  z.strictObject({
    guard: enteredMember('guard').describe('The whole of it, or null: no request is held'),
    queue: enteredMember('queue').describe('The whole of it, or null: the queue is not public'),
    note,
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
