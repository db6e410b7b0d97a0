import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { namedChannel } from '../kind/channel-shape.ts';
import { attemptCauses } from '../ledger/attempt-cause.ts';

/** `idle`: no attempt was made yet. `failing`: the last attempt failed. `broken`: every attempt has failed for an hour. */
const channelVerdicts = ['idle', 'healthy', 'failing', 'broken', 'held', 'disabled'] as const;

export type ChannelVerdict = (typeof channelVerdicts)[number];

const health = z.object({
  channel: namedChannel,
  verdict: z
    .enum(channelVerdicts)
    .describe('`failing`: the last attempt failed. `broken`: every attempt has failed for an hour'),
  lastDeliveredAt: z.date().nullable(),
  failingSince: z.date().nullable(),
  lastDetail: z.string().nullable().describe('The `detail` of the last failed attempt'),
  lastCause: z.enum(attemptCauses).nullable().describe('The `cause` of the last failed attempt'),
  waiting: z.int().min(0).describe('The number of pending deliveries, at most 10,000'),
  leftOut: z
    .int()
    .min(0)
    .describe('The number of kept deliveries with the `cancelCause` `confirmation-limit`, at most 10,000'),
  ownersNotifiedAt: z
    .date()
    .nullable()
    .describe('The time of the mail that notified the owners that the channel is `broken`, or null'),
});

/**
 * The health of a channel. The verdict is information only and does not delay deliveries. `failingSince` is the time of
 * the first failed attempt since the last success.
 */
export type ChannelHealth = Shape<typeof health>;

export const channelHealthList = named('ChannelHealthList', z.object({ items: z.array(health) }));
