import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { namedChannel } from '../kind/channel-shape.ts';
import { attemptCauses } from '../ledger/attempt-cause.ts';
import type { ChannelState } from '../ledger/delivery.ts';

/** `idle`: no attempt was made yet. `failing`: the last attempt failed. `broken`: every attempt has failed for an hour. */
const channelVerdicts = ['idle', 'healthy', 'failing', 'broken', 'held', 'disabled'] as const;

type ChannelVerdict = (typeof channelVerdicts)[number];

const brokenAfterMs = 60 * 60_000;

interface ChannelRecord {
  readonly state: ChannelState;
  readonly lastDeliveredAt: Date | null;
  /** The time of the first failed attempt after `lastDeliveredAt`, or null. */
  readonly failingSince: Date | null;
}

export function judgeChannel({ state, lastDeliveredAt, failingSince }: ChannelRecord, now: Date): ChannelVerdict {
  if (state !== 'enabled') return state;
  if (failingSince === null) return lastDeliveredAt === null ? 'idle' : 'healthy';
  return now.getTime() - failingSince.getTime() < brokenAfterMs ? 'failing' : 'broken';
}

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
