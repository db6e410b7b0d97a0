import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, nextCursor, storedId } from '../../platform/shapes/values.ts';

export const erasure = named(
  'Erasure',
  z.object({
    requestId: storedId,
    erasedAt: z.date(),
    reason: z.enum(['request', 'person', 'retention']),
    objectKeys: z.array(z.string()).describe('The object keys of its attachments'),
    isComplete: z.boolean().describe('Whether every attachment has been deleted. Until then the service retries.'),
  }),
);

/** The receipt of an erased request, without personal data. */
export type Erasure = Omit<Shape<typeof erasure>, 'objectKeys'> & { readonly objectKeys: readonly ObjectKey[] };

/** Why requests are erased: one chosen by hand, all of a person, or those that a retention rule selects. */
export type ErasureReason = Erasure['reason'];

export const erasurePage = named('ErasurePage', z.object({ items: z.array(erasure), next: nextCursor }));

/** Receipts, the newest first, and the cursor of the next page, or null at the end. */
export type ErasurePage = Omit<Shape<typeof erasurePage>, 'items'> & { readonly items: readonly Erasure[] };

export const erasureCandidate = z.object({
  id: storedId,
  number: z.string().describe('A short number for people'),
  createdAt: z.date(),
  status: z.enum(requestStatuses),
  files: z.int().min(0),
  bytes: z.number().min(0).describe('Total size of its files'),
});

export const openingNotice = named(
  'OpeningNotice',
  z.object({
    email: z.string(),
    language: z.string(),
    network: z.string().nullable().describe('Where it came from, for an hour'),
    createdAt: z.date(),
    confirmedAt: z.date().nullable(),
    toldAt: z.date().nullable().describe('When the mail about the opening was made'),
  }),
);

/** An address that wants to hear when the form opens. */
export type OpeningNotice = Shape<typeof openingNotice>;

/** A request that can be erased. */
export type ErasureCandidate = Shape<typeof erasureCandidate>;
