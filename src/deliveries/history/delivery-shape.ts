import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { instant, list, named, nextCursor, storedId } from '../../platform/shapes/values.ts';
import { namedChannel } from '../kind/channel-shape.ts';
import { mailAudiences } from '../kinds/mail/mail-choices.ts';
import { attemptCauses } from '../ledger/attempt-cause.ts';
import { cancelCauses, deliveryStates, deliveryTypes } from '../ledger/delivery.ts';
import { results } from '../ledger/sender.ts';

export const delivery = named(
  'Delivery',
  z.object({
    id: storedId.describe('The `webhook-id` too'),
    channel: namedChannel.extend({
      audience: z.enum(mailAudiences).nullable().describe('The recipients of a mail channel; null for a webhook'),
    }),
    requestId: storedId.nullable(),
    requestGone: z.boolean().describe('Whether the delivery concerns a request that no longer exists'),
    type: z.enum(deliveryTypes),
    facts: z.record(z.string(), z.unknown()).nullable().describe('A status change has `from` and `to`'),
    state: z.enum(deliveryStates),
    cancelCause: z
      .enum(cancelCauses)
      .nullable()
      .describe(
        "The reason for the cancellation. `confirmation-limit`: a customer's address gets one confirmation in an hour and three in a day",
      ),
    createdAt: z.date(),
    dueAt: z.date().nullable().describe('The time of the next attempt'),
    finishedAt: z.date().nullable(),
    attemptCount: z.int().min(0),
    resendOf: storedId.nullable().describe('The delivery that this delivery repeats'),
  }),
);

/** A delivery as operators see it. `dueAt` is null unless the state is `pending`. The channel may be removed. */
export type DeliveryView = Shape<typeof delivery>;

export const deliveryList = named('DeliveryList', z.object({ items: z.array(delivery) }));

export const deliveryPage = named('DeliveryPage', z.object({ items: z.array(delivery), next: nextCursor }));

/** The newest first. */
export type DeliveryPage = Shape<typeof deliveryPage>;

const attempt = z.object({
  number: z.int().min(1),
  startedAt: z.date(),
  durationMs: z.number(),
  result: z.enum([...results, 'lost']),
  status: z.int().nullable().describe('The status code of the response'),
  cause: z.enum(attemptCauses).describe('The cause as a code'),
  detail: z.string().nullable().describe('The result of the attempt, as an English sentence'),
  response: z.string().nullable().describe('The first KiB of the response. It is not trustworthy'),
});

export type AttemptView = Shape<typeof attempt>;

export const deliveryDetail = named(
  'DeliveryDetail',
  delivery.extend({
    body: z.string().nullable().describe('The content that was sent'),
    attempts: z.array(attempt),
  }),
);

/**
 * A delivery with its attempts, oldest first. `body` is null before the first attempt and after the request was erased.
 */
export type DeliveryDetail = Shape<typeof deliveryDetail>;

export const deliveryFilter = z.strictObject({
  state: list(z.enum(deliveryStates), deliveryStates.length).optional().describe('Any of these'),
  type: list(z.enum(deliveryTypes), deliveryTypes.length).optional().describe('Any of these'),
  from: instant.optional().describe('The earliest time of creation, inclusive'),
  to: instant.optional().describe('The latest time of creation, exclusive'),
});

/** A condition that is left out matches every delivery. */
export type DeliveryFilter = Shape<typeof deliveryFilter>;
