import type { Pool, PoolClient } from 'pg';
import { takesDeliveries } from '../../../events/delivery-clauses.ts';
import { settledEvents } from '../../../events/event-pages.ts';
import { notifyWorkers } from '../../../events/wake-up.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isDaily, type MailSettings } from './mail-settings.ts';
import { createDigestReader, type Digest, type Position } from './read-digest.ts';
import { lastTimeOf } from './time-zone.ts';

export interface Digests {
  /** Makes due digests: at most one a day for each channel, and only of new requests. Concurrent calls are safe. */
  makeDue(): Promise<void>;
  /** Returns the requests that the facts of a digest refer to, without those that are SPAM or gone. */
  read(facts: Readonly<Record<string, unknown>> | null): Promise<Digest>;
}

/** The channels with a daily digest. */
const dailyText = `
  select channel.id, now() as now, (channel.settings ->> 'hour')::int as hour, channel.settings ->> 'timeZone' as "timeZone",
    'request.created' = any(channel.types) as "hasDigests"
  from delivery_channels channel
  where channel.kind = 'mail' and ${takesDeliveries} and channel.settings ->> 'pace' = 'daily'`;

const beginText = `
  insert into delivery_digests (channel_id, epoch, tx, seq)
  select $1, e.epoch, e.tx, e.seq from (
    select e.epoch, e.tx, e.seq from request_events e where ${settledEvents}
    union all select 0, '0', 0
  ) as e
  order by e.epoch desc, e.tx desc, e.seq desc limit 1
  on conflict (channel_id) do nothing`;

// The process that locks the row makes the digest. Other processes skip the channel meanwhile.
const lockText = `
  select epoch, tx::text as tx, seq::text as seq from delivery_digests where channel_id = $1 for update skip locked`;

/** The position of the last request in the feed that arrived before the hour. */
const endText = `
  select e.epoch, e.tx::text as tx, e.seq::text as seq from request_events e
  where (e.epoch, e.tx, e.seq) > ($1::int, $2::xid8, $3::bigint) and ${settledEvents}
    and e.kind = 'created' and e.at < $4
  order by e.epoch desc, e.tx desc, e.seq desc limit 1`;

const moveText = 'update delivery_digests set epoch = $2, tx = $3::xid8, seq = $4 where channel_id = $1';

const makeText = `
  with moved as (${moveText})
  insert into deliveries (channel_id, type, facts) values ($1, 'digest', $5)`;

interface DailyChannel {
  readonly id: string;
  readonly now: Date;
  readonly hour: number;
  readonly timeZone: string;
  /** False for a channel that is notified only of statuses. Its position advances without digests. */
  readonly hasDigests: boolean;
}

/** Makes digests by the feed of events, so that each request is in one digest, whenever it became visible. */
export function createDigests(pool: Pool): Digests {
  return {
    async makeDue() {
      const { rows } = await pool.query<DailyChannel>(dailyText);
      for (const channel of rows) await inTransaction(pool, (client) => makeOne(client, channel));
      if (rows.length > 0) await notifyWorkers(pool);
    },
    read: createDigestReader(pool),
  };
}

/**
 * Sets the position of a channel to the end of the feed, so that its digests contain only later requests. Keeps the
 * position of a channel that has one.
 */
async function beginDigests(client: PoolClient, channelId: string): Promise<void> {
  await client.query(beginText, [channelId]);
}

const forgetText = 'delete from delivery_digests where channel_id = $1';

/**
 * Begins the digests of a channel that becomes daily, in the transaction that stores it, so that they miss no request.
 * @param previous The settings before, or null for a new channel. A channel that was not daily may have an old position.
 */
export async function followSettings(
  client: PoolClient,
  channelId: string,
  settings: MailSettings,
  previous: MailSettings | null,
): Promise<void> {
  if (!isDaily(settings)) return;
  if (previous !== null && !isDaily(previous)) await client.query(forgetText, [channelId]);
  await beginDigests(client, channelId);
}

async function makeOne(client: PoolClient, channel: DailyChannel): Promise<void> {
  const { id: channelId, now, hour, timeZone, hasDigests } = channel;
  await beginDigests(client, channelId);
  const [after] = (await client.query<Position>(lockText, [channelId])).rows;
  if (after === undefined) return;
  const [upTo] = (await client.query<Position>(endText, [...valuesOf(after), lastTimeOf(hour, timeZone, now)])).rows;
  if (upTo === undefined) return;
  const moved = [channelId, ...valuesOf(upTo)];
  if (hasDigests) await client.query(makeText, [...moved, JSON.stringify({ after, upTo })]);
  else await client.query(moveText, moved);
}

function valuesOf({ epoch, tx, seq }: Position): readonly [number, string, string] {
  return [epoch, tx, seq];
}
