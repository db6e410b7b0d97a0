import type { Pool } from 'pg';
import { decodeCursor, encodeCursor, isTime, isUuid } from '../inbox/cursor.ts';
import type { AttemptView, ChannelHealth, Deliveries, DeliveryFilter } from './deliveries.ts';
import type { ChannelKind, ChannelState } from './delivery.ts';
import { type DeliveryRow, deliveryColumns, deliveryOf } from './delivery-row.ts';
import { discardBodyMarker } from './erased-clause.ts';
import { judgeChannel } from './health.ts';
import { channelHealth } from './health-clause.ts';
import type { TryCause } from './try-cause.ts';
import { notifyWorkers } from './wake-up.ts';

const ofRequestText = `
  select ${deliveryColumns} from deliveries d join delivery_channels c on c.id = d.channel_id
  where d.request_id = $1 order by d.created_at desc, d.id desc limit 500`;

/** Selects the deliveries of channel `$1` by the filter `$2` to `$5`. */
const isFiltered = `
  d.channel_id = $1 and ($2::text[] is null or d.state = any($2)) and ($3::text[] is null or d.type = any($3))
  and ($4::timestamptz is null or d.created_at >= $4) and ($5::timestamptz is null or d.created_at < $5)`;

const ofChannelText = `
  select ${deliveryColumns} from deliveries d join delivery_channels c on c.id = d.channel_id
  where ${isFiltered} and ($6::timestamptz is null or (d.created_at, d.id) < ($6, $7::uuid))
  order by d.created_at desc, d.id desc limit $8`;

const findText = `
  select ${deliveryColumns}, nullif(d.body, '${discardBodyMarker}') as body
  from deliveries d join delivery_channels c on c.id = d.channel_id where d.id = $1`;

const attemptsText = `
  select number, started_at as "startedAt", round(1000 * extract(epoch from ended_at - started_at))::int as "durationMs",
    result, cause, status, detail, response
  from delivery_attempts where delivery_id = $1 order by number`;

// Only finished deliveries are sent again. Sending many again leaves out superseded ones. A digest is composed again,
// because a copied text could miss a concurrent erasure.
const resendColumns = 'channel_id, request_id, type, facts, body, resend_of';
const resentValues = `
  d.channel_id, d.request_id, d.type, d.facts, case when d.type <> 'digest' then d.body end, d.id`;
/** Selects finished deliveries that can be sent again. The statement has `request`, the requests that exist. */
const isOver = `
  d.state in ('delivered', 'failed', 'uncertain', 'cancelled') and d.cancel_cause is distinct from 'erased'
  and c.state in ('enabled', 'held')
  and (d.request_id is null or d.type = 'request.erased' or d.request_id in (select id from request))`;

// The lock waits for a running erasure. Rows are locked in the order of erasure, to avoid deadlocks.
const lockedRequests = (deliveries: string) => `
  select r.id from submitted_commission_requests r where r.id in (select d.request_id from ${deliveries})
  order by r.id for key share of r`;

const resendText = `
  with request as (${lockedRequests('deliveries d where d.id = $1')})
  insert into deliveries (${resendColumns})
  select ${resentValues} from deliveries d join delivery_channels c on c.id = d.channel_id
  where d.id = $1 and ${isOver}
  returning id`;

const ofMany = `
  from deliveries d join delivery_channels c on c.id = d.channel_id
  where ${isFiltered} and ${isOver} and (d.cancel_cause is null or d.cancel_cause not in ('undone', 'spam', 'request-gone'))
    and not exists (select from deliveries later where later.resend_of = d.id)`;

const resendManyText = `
  with request as (${lockedRequests(`deliveries d where ${isFiltered}`)})
  insert into deliveries (${resendColumns}) select ${resentValues} ${ofMany} order by d.created_at`;

const countManyText = `
  with request as (select id from submitted_commission_requests) select count(*)::int as count ${ofMany}`;

const testText = `
  insert into deliveries (channel_id, type)
  select id, 'test' from delivery_channels where id = $1 and state in ('enabled', 'held') returning id`;

/** Maximum pending deliveries of a channel that are counted. */
const mostCounted = 10_000;

const healthText = `
  select c.id, c.name, c.kind, c.state, delivered.at as delivered_at, failing.since as failing_since,
    last.detail as last_detail, last.cause as last_cause, told.at as told_at,
    waiting.count as waiting
  from delivery_channels c ${channelHealth}
  left join lateral (
    select n.finished_at as at from channel_outages o join outage_notices n on n.outage_id = o.id
    where o.channel_id = c.id and o.ended_at is null and n.kind = 'broken' and n.state = 'sent'
  ) told on true
  left join lateral (
    select count(*)::int as count from (
      select from deliveries d where d.channel_id = c.id and d.state = 'pending' limit ${mostCounted}
    ) found
  ) waiting on true
  where c.state <> 'removed' order by c.created_at, c.id`;

interface HealthRow {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly state: ChannelState;
  readonly delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly last_detail: string | null;
  readonly last_cause: TryCause | null;
  readonly waiting: number;
  readonly told_at: Date | null;
}

export function createDeliveries(pool: Pool): Deliveries {
  async function find(id: string) {
    const [row] = (await pool.query<DeliveryRow & { readonly body: string | null }>(findText, [id])).rows;
    if (row === undefined) return null;
    const { body, ...delivery } = row;
    return { ...deliveryOf(delivery), body };
  }

  async function made(id: string) {
    await notifyWorkers(pool);
    const found = await find(id);
    if (found === null) throw new Error('An inserted delivery is there');
    const { body: _, ...delivery } = found;
    return delivery;
  }

  async function channelState(id: string): Promise<string> {
    const text = 'select state from delivery_channels where id = $1';
    return (await pool.query<{ state: string }>(text, [id])).rows[0]?.state ?? 'removed';
  }

  return {
    async ofRequest(requestId) {
      return (await pool.query<DeliveryRow>(ofRequestText, [requestId])).rows.map(deliveryOf);
    },
    async hasChannel(id) {
      return (await pool.query('select from delivery_channels where id = $1', [id])).rows.length > 0;
    },
    async ofChannel(channelId, filter, cursor, limit) {
      const position = cursor === null ? [null, null] : positionOf(cursor);
      if (position === null) return null;
      const values = [channelId, ...filterValues(filter), ...position, limit + 1];
      const { rows } = await pool.query<DeliveryRow>(ofChannelText, values);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { items: rows.slice(0, limit).map(deliveryOf), next: last ? cursorOf(last) : null };
    },
    async find(id) {
      const found = await find(id);
      if (found === null) return null;
      const { rows } = await pool.query<AttemptView>(attemptsText, [id]);
      return { ...found, tries: rows };
    },
    async resend(id) {
      const [inserted] = (await pool.query<{ id: string }>(resendText, [id])).rows;
      if (inserted) return made(inserted.id);
      const row = await find(id);
      if (row === null) return 'missing';
      if (row.state === 'pending' || row.state === 'sending') return 'under-way';
      return ['enabled', 'held'].includes(await channelState(row.channel.id)) ? 'request-gone' : 'channel-disabled';
    },
    async resendMany(channelId, filter) {
      const { rowCount } = await pool.query(resendManyText, [channelId, ...filterValues(filter)]);
      await notifyWorkers(pool);
      return rowCount ?? 0;
    },
    async countResendable(channelId, filter) {
      const { rows } = await pool.query<{ count: number }>(countManyText, [channelId, ...filterValues(filter)]);
      return rows[0]?.count ?? 0;
    },
    async test(channelId) {
      const [inserted] = (await pool.query<{ id: string }>(testText, [channelId])).rows;
      if (inserted) return made(inserted.id);
      return (await channelState(channelId)) === 'removed' ? 'missing' : 'channel-disabled';
    },
    async health() {
      const { rows } = await pool.query<HealthRow>(healthText);
      return rows.map((row) => healthOf(row, new Date()));
    },
  };
}

function filterValues({ state, type, from, to }: DeliveryFilter): unknown[] {
  return [state ?? null, type ?? null, from ?? null, to ?? null];
}

function healthOf({ id, name, kind, state, ...row }: HealthRow, now: Date): ChannelHealth {
  const { delivered_at: lastDeliveredAt, failing_since: failingSince } = row;
  const verdict = judgeChannel({ state, lastDeliveredAt, failingSince }, now);
  const { last_detail: lastDetail, last_cause: lastCause, told_at: ownersToldAt, waiting } = row;
  const channel = { id, name, kind };
  return { channel, verdict, lastDeliveredAt, failingSince, lastDetail, lastCause, ownersToldAt, waiting };
}

const cursorPurpose = 'deliveries';

function cursorOf({ cursorAt, id }: DeliveryRow): string {
  return encodeCursor(cursorPurpose, [cursorAt, id]);
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

function positionOf(cursor: string): readonly [string, string] | null {
  const [at, id] = decodeCursor(cursor, cursorPurpose, 2) ?? [];
  if (typeof at !== 'string' || !timePattern.test(at) || !isTime(at)) return null;
  return isUuid(id) ? [at, id] : null;
}
