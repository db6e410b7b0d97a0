import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { instant, named, storedId, trimmedText } from '../../platform/shapes/values.ts';

const blockKinds = ['email', 'domain', 'network'] as const;
export type BlockKind = (typeof blockKinds)[number];

export const block = named(
  'Block',
  z.object({
    id: storedId,
    kind: z.enum(blockKinds),
    value: z
      .string()
      .nullable()
      .describe('Null for a network that was taken from a request, and after an erasure: a keyed hash is kept'),
    reason: z.string().nullable(),
    until: z.date().nullable().describe('Null for good'),
    createdAt: z.date(),
    requestId: storedId.nullable().describe('The request that it was made from'),
  }),
);

export type Block = Shape<typeof block>;

/** A block as the endpoints for blocks return it. */
export const shownBlock = named(
  'ShownBlock',
  z.object({
    ...block.shape,
    isShared: z
      .boolean()
      .describe(
        'Whether many who have nothing to do with each other are at the domain, such as gmail.com: it holds them all',
      ),
  }),
);

export type ShownBlock = Shape<typeof shownBlock>;

export const blockList = named('BlockList', z.object({ items: z.array(shownBlock) }));

/** The value is entered, or is taken from a request. */
export const newBlock = named(
  'NewBlock',
  z
    .strictObject({
      kind: z.enum(blockKinds),
      value: trimmedText(2000).optional().describe('An e-mail address, a domain, or an address or network'),
      requestId: z.uuid().toLowerCase().optional().describe('A request whose sender is blocked, instead of a value'),
      reason: trimmedText(1000).nullable().default(null),
      until: instant
        .nullable()
        .default(null)
        .refine((until) => until === null || until > new Date(), { error: 'It has ended before it begins' }),
    })
    .refine(({ value, requestId }) => (value === undefined) !== (requestId === undefined), {
      path: ['value'],
      error: 'Either a value or a request is needed',
    }),
);

export type NewBlock = Shape<typeof newBlock>;
