import type { ChannelState } from '../ledger/delivery.ts';

/** `idle`: no attempt was made yet. `failing`: the last attempt failed. `broken`: every attempt has failed for an hour. */
export const channelVerdicts = ['idle', 'healthy', 'failing', 'broken', 'held', 'disabled'] as const;

export type ChannelVerdict = (typeof channelVerdicts)[number];

const brokenAfterMs = 60 * 60_000;

export interface ChannelRecord {
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
