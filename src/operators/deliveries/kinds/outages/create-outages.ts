import type { Pool } from 'pg';
import { channelHealth } from '../../channels/channel-health.ts';
import { pauseAfter } from '../../ledger/schedule.ts';
import { sendLimitMs } from '../../ledger/sender.ts';
import type { Outage, OutageNotice, Outages } from './outages.ts';

const leaseMs = 3 * sendLimitMs;

// The unique index allows one open outage of a channel, so that only one of several processes starts it.
const beginText = `
  with begun as (
    insert into channel_outages (channel_id, since)
    select c.id, failing.since from delivery_channels c ${channelHealth}
    where c.state = 'enabled' and failing.since <= now() - interval '1 hour'
    on conflict (channel_id) where ended_at is null do nothing
    returning id, channel_id, since
  ), noticed as (
    insert into outage_notices (outage_id, kind) select id, 'broken' from begun
  )
  select begun.channel_id, c.name as channel_name, begun.since
  from begun join delivery_channels c on c.id = begun.channel_id`;

// The outage of a held channel stays open, because nothing is tried meanwhile.
const endText = `
  with open as (
    select o.id from channel_outages o where o.ended_at is null for update skip locked
  ), over as (
    select o.id, o.since, c.id as channel_id, c.name as channel_name,
      case when c.state in ('enabled', 'held') and delivered.at > o.since then delivered.at end as recovered_at
    from open join channel_outages o on o.id = open.id
      join delivery_channels c on c.id = o.channel_id ${channelHealth}
    where c.state in ('disabled', 'removed') or failing.since is null
  ), ended as (
    update channel_outages o set ended_at = coalesce(over.recovered_at, now()) from over where o.id = over.id
  ), dropped as (
    update outage_notices n set state = 'dropped', due_at = null, finished_at = now()
    from over where n.outage_id = over.id and n.state = 'pending'
  ), noticed as (
    insert into outage_notices (outage_id, kind)
    select id, 'recovered' from over where recovered_at is not null
  )
  select channel_id, channel_name, since from over where recovered_at is not null`;

const lostText = `
  update outage_notices
  set state = 'uncertain', lease_until = null, finished_at = now(), detail = 'The process that was sending the mail did not report a result'
  where state = 'sending' and lease_until < now()`;

// The notice that an outage is over waits while the notice that it began is being sent.
const claimText = `
  with due as (
    select n.id from outage_notices n
      join channel_outages o on o.id = n.outage_id
      join delivery_channels c on c.id = o.channel_id
    where n.state = 'pending' and n.due_at <= now() and case n.kind
      when 'gone' then c.state <> 'removed'
      when 'recovered' then c.state = 'enabled'
      else c.state = 'enabled' and o.ended_at is null
    end and not exists (
      select from outage_notices other where other.outage_id = n.outage_id and other.state = 'sending'
    )
    order by n.due_at limit 1 for update of n skip locked
  ), claimed as (
    update outage_notices n
    set state = 'sending', due_at = null, attempt = n.attempt + 1, lease_until = now() + $1 * interval '1 millisecond'
    from due where n.id = due.id
    returning n.*
  )
  select n.id, n.attempt, n.kind, o.channel_id, c.name as channel_name, o.since, o.ended_at, last.detail as last_detail
  from claimed n
    join channel_outages o on o.id = n.outage_id
    join delivery_channels c on c.id = o.channel_id ${channelHealth}`;

const finishText = `
  update outage_notices
  set state = $3, due_at = case when $3 = 'pending' then now() + $4 * interval '1 millisecond' end, lease_until = null,
      finished_at = case when $3 <> 'pending' then now() end, detail = $5
  where id = $1 and attempt = $2 and state = 'sending'`;

const forgetText = "delete from channel_outages where ended_at < now() - $1 * interval '1 day'";

interface OutageRow {
  readonly channel_id: string;
  readonly channel_name: string;
  readonly since: Date;
}

interface NoticeRow extends OutageRow {
  readonly id: string;
  readonly attempt: number;
  readonly kind: OutageNotice['kind'];
  readonly ended_at: Date | null;
  readonly last_detail: string | null;
}

/** Keeps outages in PostgreSQL, whose clock alone decides when an hour has passed. */
export function createOutages(pool: Pool): Outages {
  return {
    async judge() {
      const ended = await pool.query<OutageRow>(endText);
      const begun = await pool.query<OutageRow>(beginText);
      return { begun: begun.rows.map(outageOf), recovered: ended.rows.map(outageOf) };
    },
    async claim() {
      await pool.query(lostText);
      const [row] = (await pool.query<NoticeRow>(claimText, [leaseMs])).rows;
      return row === undefined ? null : noticeOf(row);
    },
    async finish({ id, attempt }, { result, detail, pauseMs }) {
      const pause = result === 'retry' ? pauseAfter(attempt, pauseMs) : null;
      const states = { delivered: 'sent', failed: 'failed', uncertain: 'uncertain', retry: 'pending' } as const;
      const state = result === 'retry' && pause === null ? 'failed' : states[result];
      await pool.query(finishText, [id, attempt, state, pause, detail]);
    },
    async forgetOld(days) {
      await pool.query(forgetText, [days]);
    },
  };
}

function outageOf({ channel_id: channelId, channel_name: channelName, since }: OutageRow): Outage {
  return { channelId, channelName, since };
}

function noticeOf({ id, attempt, kind, ended_at: endedAt, last_detail: lastDetail, ...row }: NoticeRow): OutageNotice {
  return { ...outageOf(row), id, attempt, kind, endedAt, lastDetail };
}
