import { z } from 'zod';
import { channelVerdicts } from '../../../operators/deliveries/channels/health.ts';
import { mailAudiences } from '../../../operators/deliveries/kinds/mail/mail-settings.ts';
import { attemptCauses } from '../../../operators/deliveries/ledger/attempt-cause.ts';
import {
  cancelCauses,
  channelKinds,
  deliveryStates,
  eventTypes,
} from '../../../operators/deliveries/ledger/delivery.ts';
import { instant, list, named, nextCursor, pageLimit, storedId } from '../../../platform/shapes/values.ts';

const deliveryTypes = z.enum([...eventTypes, 'request.message', 'digest', 'test']);
const channelName = z.object({ id: storedId, name: z.string(), kind: z.enum(channelKinds) });

const attemptCause = z.enum(attemptCauses);

const fieldsOfDelivery = {
  id: storedId.describe('The `webhook-id` too'),
  channel: channelName.extend({
    audience: z.enum(mailAudiences).nullable().describe('The recipients of a mail channel; null for a webhook'),
  }),
  requestId: storedId.nullable(),
  requestGone: z.boolean().describe('Whether the delivery concerns a request that no longer exists'),
  type: deliveryTypes,
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
};

export const delivery = named('Delivery', z.object(fieldsOfDelivery));

export const deliveryList = named('DeliveryList', z.object({ items: z.array(delivery) }));

export const deliveryPage = named('DeliveryPage', z.object({ items: z.array(delivery), next: nextCursor }));

export const deliveryDetail = named(
  'DeliveryDetail',
  z.object({
    ...fieldsOfDelivery,
    body: z.string().nullable().describe('The content that was sent'),
    attempts: z.array(
      z.object({
        number: z.int().min(1),
        startedAt: z.date(),
        durationMs: z.number(),
        result: z.enum(['delivered', 'retry', 'failed', 'uncertain', 'lost']),
        status: z.int().nullable().describe('The status code of the response'),
        cause: attemptCause.describe('The cause as a code'),
        detail: z.string().nullable().describe('The result of the attempt, as an English sentence'),
        response: z.string().nullable().describe('The first KiB of the response. It is not trustworthy'),
      }),
    ),
  }),
);

const filter = {
  state: list(z.enum(deliveryStates), deliveryStates.length).optional().describe('Any of these'),
  type: list(deliveryTypes, deliveryStates.length).optional().describe('Any of these'),
  from: instant.optional().describe('The earliest time of creation, inclusive'),
  to: instant.optional().describe('The latest time of creation, exclusive'),
};

export const deliveryQuery = z.strictObject({
  ...filter,
  cursor: z.string().min(1).max(200).optional().describe('The `next` of the previous page'),
  limit: pageLimit(200, 50),
});

export const resendFilter = named('ResendFilter', z.strictObject(filter));

export const resendCount = named(
  'ResendCount',
  z.object({ count: z.int().min(0).describe('The number of deliveries that would be sent again') }),
);

export const resent = named('Resent', z.object({ resent: z.int().min(0) }));

export const channelHealthList = named(
  'ChannelHealthList',
  z.object({
    items: z.array(
      z.object({
        channel: channelName,
        verdict: z
          .enum(channelVerdicts)
          .describe('`failing`: the last attempt failed. `broken`: every attempt has failed for an hour'),
        lastDeliveredAt: z.date().nullable(),
        failingSince: z.date().nullable(),
        lastDetail: z.string().nullable().describe('The `detail` of the last failed attempt'),
        lastCause: attemptCause.nullable().describe('The `cause` of the last failed attempt'),
        waiting: z.int().min(0).describe('The number of pending deliveries, at most 10,000'),
        leftOut: z
          .int()
          .min(0)
          .describe('The number of kept deliveries with the `cancelCause` `confirmation-limit`, at most 10,000'),
        ownersNotifiedAt: z
          .date()
          .nullable()
          .describe('The time of the mail that notified the owners that the channel is `broken`, or null'),
      }),
    ),
  }),
);
