import type { Pool } from 'pg';
import { decodeCursor, encodeCursor, isTime, isUuid } from '../../events/cursor.ts';
import { discardBodyMarker } from '../../events/delivery-clauses.ts';
import { notifyWorkers } from '../../events/wake-up.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { readChannelHealth } from '../health/channel-health.ts';
import { deliveryFacts } from '../ledger/dispatch-row.ts';
import type { Deliveries } from './deliveries.ts';
import type { AttemptView, DeliveryFilter, DeliveryView } from './delivery-shape.ts';

/** The columns of a `DeliveryRow`, for a query on `deliveries d` and `delivery_channels c`. */
const deliveryColumns = `
  d.id, json_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'audience', c.settings ->> 'audience') as channel,
  d.request_id as "requestId",
  d.request_id is not null
    and not exists (select from submitted_commission_requests r where r.id = d.request_id) as "requestGone",
  d.type, ${deliveryFacts}, d.state, d.cancel_cause as "cancelCause", d.created_at as "createdAt", d.due_at as "dueAt",
  d.finished_at as "finishedAt", d.attempt as "attemptCount", d.resend_of as "resendOf",
  to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorAt"`;

interface DeliveryRow extends DeliveryView {
  /** The time of creation to the microsecond. */
  readonly cursorAt: string;
}

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
const resendColumns = 'channel_id, request_id, type, facts, entry_id, body, resend_of';
const resentValues = `
  d.channel_id, d.request_id, d.type, d.facts, d.entry_id, case when d.type <> 'digest' then d.body end, d.id`;
/** Selects finished deliveries that can be sent again. The statement has `request`, the requests that exist. */
const isOver = `
  d.state in ('delivered', 'failed', 'uncertain', 'cancelled') and d.cancel_cause is distinct from 'erased'
  and c.state in ('enabled', 'held')
  and (d.request_id is null or d.type = 'request.erased' or d.request_id in (select id from request))`;

// The lock waits for a running erasure. Rows are locked in the order of erasure, to avoid deadlocks.
const lockedRequests = (deliveries: string) => `
  select r.id from submitted_commission_requests r where r.id in (select d.request_id from ${deliveries})
  order by r.id for key share of r`;

// One call at a time, so that no delivery is sent again twice.
const lockChannelOf = (channelId: string) => `select from delivery_channels where id = ${channelId} for no key update`;

const resendText = `
  with request as (${lockedRequests('deliveries d where d.id = $1')})
  insert into deliveries (${resendColumns}, is_asked_for)
  select ${resentValues}, true from deliveries d join delivery_channels c on c.id = d.channel_id
  where d.id = $1 and ${isOver}
  returning id`;

const ofMany = `
  from deliveries d join delivery_channels c on c.id = d.channel_id
  where ${isFiltered} and ${isOver} and (d.cancel_cause is null or d.cancel_cause <> all('{undone,spam,request-gone,confirmation-limit}'))
    and not exists (select from deliveries later where later.resend_of = d.id)`;

const resendManyText = `
  with request as (${lockedRequests(`deliveries d where ${isFiltered}`)})
  insert into deliveries (${resendColumns}) select ${resentValues} ${ofMany} order by d.created_at`;

const countManyText = `
  with request as (select id from submitted_commission_requests) select count(*)::int as count ${ofMany}`;

const testText = `
  insert into deliveries (channel_id, type)
  select id, 'test' from delivery_channels where id = $1 and state in ('enabled', 'held') returning id`;

export function createDeliveries(pool: Pool): Deliveries {
  async function find(id: string, client: Pick<Pool, 'query'> = pool) {
    const [row] = (await client.query<DeliveryRow & { readonly body: string | null }>(findText, [id])).rows;
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
    // One snapshot, because an attempt and the state that it leads to are read together.
    find: (id) =>
      inTransaction(pool, async (client) => {
        await client.query('set transaction isolation level repeatable read read only');
        const found = await find(id, client);
        if (found === null) return null;
        const { rows } = await client.query<AttemptView>(attemptsText, [id]);
        return { ...found, attempts: rows };
      }),
    async resend(id) {
      const [inserted] = await inTransaction(pool, async (client) => {
        await client.query(lockChannelOf('(select channel_id from deliveries where id = $1)'), [id]);
        return (await client.query<{ id: string }>(resendText, [id])).rows;
      });
      if (inserted) return made(inserted.id);
      const row = await find(id);
      if (row === null) return 'missing';
      if (row.state === 'pending' || row.state === 'sending') return 'under-way';
      if (!['enabled', 'held'].includes(await channelState(row.channel.id))) return 'channel-disabled';
      // One that could be sent again by now was under way until then.
      return row.requestGone || row.cancelCause === 'erased' ? 'request-gone' : 'under-way';
    },
    async resendMany(channelId, filter) {
      const { rowCount } = await inTransaction(pool, async (client) => {
        await client.query(lockChannelOf('$1'), [channelId]);
        return client.query(resendManyText, [channelId, ...filterValues(filter)]);
      });
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
    health: () => readChannelHealth(pool),
  };
}

function filterValues({ state, type, from, to }: DeliveryFilter): unknown[] {
  return [state ?? null, type ?? null, from ?? null, to ?? null];
}

function deliveryOf({ cursorAt: _, ...delivery }: DeliveryRow): DeliveryView {
  return delivery;
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
