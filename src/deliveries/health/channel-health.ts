import type { Pool } from 'pg';
import type { AttemptCause } from '../ledger/attempt-cause.ts';
import type { ChannelKind, ChannelState } from '../ledger/delivery.ts';
import { ownersChannelId } from '../ledger/owners-channel.ts';
import type { ChannelHealth, ChannelVerdict } from './health-shape.ts';

/** True for a failed attempt that concerns the channel. A lost process and a wrong address of a customer do not. */
const failed = "a.result not in ('delivered', 'lost') and a.blames_channel";

/**
 * Joins the health of `delivery_channels c`: `delivered.at` is the last success, `failing.since` the first failed attempt
 * after it, and `last.detail` and `last.cause` are of the last failed attempt. Each is null when there is no such attempt.
 */
export const channelHealth = `
  left join lateral (
    select max(a.ended_at) as at from delivery_attempts a where a.channel_id = c.id and a.result = 'delivered'
  ) delivered on true
  left join lateral (
    select min(a.ended_at) as since from delivery_attempts a
    where a.channel_id = c.id and a.result <> 'delivered' and ${failed}
      and a.ended_at > coalesce(delivered.at, '-infinity')
  ) failing on true
  left join lateral (
    select a.detail, a.cause from delivery_attempts a
    where a.channel_id = c.id and a.result <> 'delivered' and ${failed}
      and a.ended_at > coalesce(delivered.at, '-infinity')
    order by a.ended_at desc limit 1
  ) last on true`;

/** Maximum deliveries of a channel that are counted. */
const mostCounted = 10_000;

const healthText = `
  select c.id, c.name, c.kind, c.state, delivered.at as delivered_at, failing.since as failing_since,
    last.detail as last_detail, last.cause as last_cause, notified.at as notified_at,
    waiting.count as waiting, left_out.count as left_out
  from delivery_channels c ${channelHealth}
  left join lateral (
    select n.finished_at as at from channel_outages o join deliveries n on n.facts ->> 'outageId' = o.id::text
    where o.channel_id = c.id and o.ended_at is null
      and n.channel_id = '${ownersChannelId}' and n.facts ->> 'change' = 'broken' and n.state = 'delivered'
  ) notified on true
  left join lateral (
    select count(*)::int as count from (
      select from deliveries d where d.channel_id = c.id and d.state = 'pending' limit ${mostCounted}
    ) found
  ) waiting on true
  left join lateral (
    select count(*)::int as count from (
      select from deliveries d where d.channel_id = c.id and d.cancel_cause = 'confirmation-limit' limit ${mostCounted}
    ) found
  ) left_out on true
  where c.state <> 'removed' order by c.created_at, c.id`;

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

interface HealthRow {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly state: ChannelState;
  readonly delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly last_detail: string | null;
  readonly last_cause: AttemptCause | null;
  readonly waiting: number;
  readonly left_out: number;
  readonly notified_at: Date | null;
}

/** Returns the health of every channel that is not removed, oldest first. */
export async function readChannelHealth(pool: Pool): Promise<readonly ChannelHealth[]> {
  const { rows } = await pool.query<HealthRow>(healthText);
  return rows.map((row) => healthOf(row, new Date()));
}

function healthOf({ id, name, kind, state, ...row }: HealthRow, now: Date): ChannelHealth {
  const { delivered_at: lastDeliveredAt, failing_since: failingSince } = row;
  const verdict = judgeChannel({ state, lastDeliveredAt, failingSince }, now);
  const {
    last_detail: lastDetail,
    last_cause: lastCause,
    notified_at: ownersNotifiedAt,
    waiting,
    left_out: leftOut,
  } = row;
  const channel = { id, name, kind };
  return { channel, verdict, lastDeliveredAt, failingSince, lastDetail, lastCause, ownersNotifiedAt, waiting, leftOut };
}
