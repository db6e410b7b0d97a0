import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { instant, named } from '../../platform/shapes/values.ts';
import { signalKinds } from '../../requests/facets/signals.ts';
import { guardModes } from '../../studio/document/guard.ts';

const mostIds = 1000;

/** Some of the requests that are held, or all that came until a time. */
export const heldSelection = named(
  'HeldSelection',
  z.union([
    z.strictObject({ ids: z.array(z.uuid().toLowerCase()).min(1).max(mostIds) }),
    z.strictObject({ asOf: instant.describe('All that are held and came until then') }),
  ]),
);

export type HeldSelection = Shape<typeof heldSelection>;

export const releaseResult = named('ReleaseResult', z.object({ released: z.int().min(0) }));
export const heldErasure = named('HeldErasure', z.object({ erased: z.int().min(0) }));

const count = z.int().min(0);

export const guardSummary = named(
  'GuardSummary',
  z.object({
    mode: z.enum(guardModes),
    since: z.date().describe('The first day of this month, in UTC'),
    signalled: count.describe('Requests since then that `hold` holds, or would have held'),
    held: count.describe('Requests since then that it held, also those that were released'),
    waiting: count.describe('Requests that are held now'),
    byKind: z.array(z.object({ kind: z.enum(signalKinds), count })).describe('The same requests by reason'),
  }),
);

export type GuardSummary = Shape<typeof guardSummary>;
