import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, storedId } from '../../platform/shapes/values.ts';
import { openingReasons, openingStates } from '../../studio/catalogue/opening-shape.ts';
import { openingSchema } from '../../studio/document/opening.ts';

const { $schema: _, ...asJson } = z.toJSONSchema(openingSchema, { io: 'output' });

/** It was checked before it was stored. */
const settings = named('OpeningSettings', z.unknown().meta(asJson as Record<string, unknown>));

const count = z.int().min(0);
const limit = z.int().min(0).nullable().describe('Null without a limit');

const waitingRequest = z.object({
  id: storedId,
  number: z.string(),
  customerName: z.string(),
  typeId: z.string().nullable(),
});

/** Whether the form is open, the reason, and the waiting list. */
export const openingReport = named(
  'Opening',
  z.object({
    opening: settings.nullable().describe('What is published, or null while nobody has set when the form is open'),
    isLocked: z.boolean().describe('A file on the server sets it (CATALOGUE_FILE)'),
    state: z.enum(openingStates),
    reason: z.enum(openingReasons).nullable().describe('What has closed the form, or null while it is open'),
    requests: z.object({ count: count.describe('`NEW` requests that count'), limit }),
    slots: z.object({ taken: count, total: limit, free: limit.describe('Null without a total') }),
    types: z.array(
      z.object({
        id: z.string(),
        state: z.enum(openingStates),
        requests: count.describe('`ACCEPTED` and `IN_PROGRESS` requests'),
        taken: count.describe('Slots that they take'),
        total: limit,
        left: limit.describe('How many more requests of the type there are slots for. Null without a limit'),
      }),
    ),
    waiting: z.object({
      count,
      next: waitingRequest.nullable().describe('The first on the waiting list whose type has a slot, or null'),
    }),
  }),
);

export type OpeningReport = Shape<typeof openingReport>;
export type WaitingRequest = Shape<typeof waitingRequest>;
