import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { channelHealth } from '../../health/channel-health.ts';
import { outageFacts } from '../../ledger/ledger-clauses.ts';
import { insertNotices, ownersChannelId } from '../../ledger/owners-channel.ts';

// The unique index allows one open outage of a channel, so that only one of several processes starts it.
const beginText = `
  with begun as (
    insert into channel_outages (channel_id, since)
    select c.id, failing.since from delivery_channels c ${channelHealth}
    where c.state = 'enabled' and failing.since <= now() - interval '1 hour'
    on conflict (channel_id) where ended_at is null do nothing
    returning id, channel_id, since
  ), noticed as (
    ${insertNotices(`select gen_random_uuid(), ${outageFacts('broken')}, now() from begun`)}
  )
  select channel_id as "channelId", since from begun`;

// The outage of a held channel stays open, because no delivery is tried meanwhile. The notice of the end of an outage
// waits while the notice of its begin is being sent.
const endText = `
  with open as (
    select o.id from channel_outages o where o.ended_at is null for update skip locked
  ), over as (
    select o.id, o.since, c.id as channel_id,
      case when c.state in ('enabled', 'held') and delivered.at > o.since then delivered.at end as recovered_at
    from open join channel_outages o on o.id = open.id
      join delivery_channels c on c.id = o.channel_id ${channelHealth}
    where c.state in ('disabled', 'removed') or failing.since is null
  ), ended as (
    update channel_outages o set ended_at = coalesce(over.recovered_at, now()) from over where o.id = over.id
  ), noticed as (
    ${insertNotices(`
      select gen_random_uuid(), ${outageFacts('recovered')}, greatest(now(), (
        select max(d.lease_until) from deliveries d
        where d.channel_id = '${ownersChannelId}' and d.state = 'sending' and d.facts ->> 'outageId' = over.id::text
      ))
      from over where recovered_at is not null`)}
  )
  select channel_id as "channelId", since from over where recovered_at is not null`;

/** An outage of a channel that has failed for at least an hour. */
interface Outage {
  readonly channelId: string;
  /** The time of the first failed attempt. */
  readonly since: Date;
}

/**
 * Starts and ends outages by the recorded attempts, and makes a notice to owners of each change. An outage that ends before
 * owners got its notice causes only the notice of its end. Disabling or removing a channel ends its outage without a
 * notice. Among several processes only one finds and logs a change. The database's clock alone decides when an hour has
 * passed.
 */
export async function watchChannels(pool: Pool, log: Logger): Promise<void> {
  for (const recovered of (await pool.query<Outage>(endText)).rows) {
    log.info(recovered, 'Delivery: a failing channel works again');
  }
  for (const begun of (await pool.query<Outage>(beginText)).rows) {
    log.warn(begun, 'Delivery: every attempt to send to a channel has failed for an hour');
  }
}
