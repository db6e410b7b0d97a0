import type { Pool, PoolClient } from 'pg';
import { type CustomerMail, statusDeliveries } from '../../events/delivery-clauses.ts';
import { insertEntries } from '../../events/entry-clauses.ts';
import { type EventRow, eventColumns, eventJoins, eventOf } from '../../events/event-row.ts';
import type { Actor } from '../../events/events.ts';
import type { RequestStatus } from '../../events/statuses.ts';
import { timeLimited } from '../../events/time-limited.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createStudioHistory, type StudioHistory } from '../../studio/revisions/studio-history.ts';
import { messageChange, shownMessage } from '../entries/public-message.ts';
import { storedPrice } from '../facets/price.ts';
import { requestColumns, requestsOf } from '../facets/read-requests.ts';
import type { RequestRow } from '../facets/registry.ts';
import { parameter } from './filter-conditions.ts';
import type { RequestEditor, VersionedId } from './inbox.ts';
import type { BulkResult, RequestChange } from './request-change-shape.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { conditionsOf, whereMatching } from './search-condition.ts';
import { lookUpIn } from './search-look-up.ts';

/** The author of a change, and whether the customer gets a mail about it. */
interface Manner {
  readonly actor: Actor;
  readonly customerMail: CustomerMail;
}

/** The parameters of the actor. */
const writer = { actorKind: '$2', actorId: '$3' } as const;

/** Requests that one transaction of a bulk change locks. Few, so that other transactions do not wait long. */
const batchSize = 200;

/**
 * The fields whose changes are recorded as events, with their columns of the request `r` or of its entry `shown`. A
 * change of `unread` is not recorded.
 */
const recordedFields = [
  { field: 'status', of: 'r', column: 'status', kind: 'status', type: 'text' },
  { field: 'dueOn', of: 'r', column: 'due_on', kind: 'due', type: 'date' },
  { field: 'labels', of: 'r', column: 'labels', kind: 'labels', type: 'text[]' },
  { field: 'publicMessage', of: 'shown', column: 'public_message', kind: 'public-message', type: 'text' },
  { field: 'queueNameShown', of: 'r', column: 'queue_name_shown', kind: 'queue-name', type: 'boolean' },
  { field: 'price', of: 'r', column: 'price', kind: 'price', type: 'jsonb' },
] as const;

export function createRequestEditor(pool: Pool, history = createStudioHistory()): RequestEditor {
  return {
    change: (id, version, change, actor, customerMail = 'send') =>
      inTransaction(pool, async (client) => {
        const before = await lock(client, id);
        if (before === null) return { missing: true };
        if (before.isHeld && isRecorded(change)) return { held: true };
        if (version !== null && version !== before.version) return { conflict: await read(client, history, id) };
        await apply(client, [id], change, { actor, customerMail });
        return { changed: await read(client, history, id), statusBefore: before.status };
      }),
    addEntry: (id, { kind, text }, actor) =>
      inTransaction(pool, async (client) => {
        if ((await lock(client, id)) === null) return null;
        const write = insertEntries(kind, '(select $1::uuid as request_id)', { ...writer, text: '$4' });
        const [entry] = (await client.query<{ id: string }>(write, [id, actor.kind, actor.id, text])).rows;
        const record = `
          with recorded as (
            insert into request_events (request_id, actor_kind, actor_id, kind, to_entry) values ($1, $2, $3, $4, $5)
            returning *
          )
          select ${eventColumns} from recorded e ${eventJoins}`;
        const values = [id, actor.kind, actor.id, kind, entry?.id];
        const [row] = (await client.query<EventRow>(record, values)).rows;
        if (row === undefined) throw new Error('An inserted event is returned');
        return eventOf(row);
      }),
    changeMany: (requests, change, actor, mayGoOn = always) =>
      inBatches(requests, mayGoOn, (batch) => changeBatch(pool, batch, change, actor)),
    async changeFiltered(filter, asOf, change, actor, mayGoOn = always) {
      const { unchanged, others } = await timeLimited(() => matching(pool, filter, asOf));
      const result = await inBatches(unchanged, mayGoOn, (batch) => changeBatch(pool, batch, change, actor));
      return { ...result, skipped: result.skipped + others };
    },
  };
}

interface Locked {
  readonly status: RequestStatus;
  readonly version: number;
  readonly isHeld: boolean;
}

function isRecorded(change: RequestChange): boolean {
  return recordedFields.some(({ field }) => change[field] !== undefined);
}

async function lock(client: PoolClient, id: string): Promise<Locked | null> {
  const text = `
    select r.status, r.version, r.hold is not null as "isHeld" from commission_requests r
    where r.id = $1 and exists (select from submitted_commission_requests s where s.id = r.id)
    for no key update`;
  return (await client.query<Locked>(text, [id])).rows[0] ?? null;
}

async function read(client: PoolClient, history: StudioHistory, id: string) {
  const text = `select ${requestColumns} from submitted_commission_requests r where r.id = $1`;
  const { rows } = await client.query<RequestRow>(text, [id]);
  const [request] = await requestsOf(client, history, rows);
  if (request === undefined) throw new Error('A locked request is there');
  return request;
}

/**
 * Applies the change to locked requests, and inserts an event for each field whose value differs. Returns the number of
 * requests that changed.
 */
async function apply(
  client: PoolClient,
  ids: readonly string[],
  change: RequestChange,
  manner: Manner,
): Promise<number> {
  const fields = recordedFields.filter(({ field }) => change[field] !== undefined);
  const changed = fields.length > 0 ? await applyRecorded(client, ids, change, manner, fields) : [];
  if (change.unread !== undefined) {
    const text = 'update commission_requests set unread = $2 where id = any($1::uuid[]) and unread <> $2 returning id';
    changed.push(...(await client.query<{ id: string }>(text, [ids, change.unread])).rows);
  }
  return new Set(changed.map(({ id }) => id)).size;
}

async function applyRecorded(
  client: PoolClient,
  ids: readonly string[],
  change: RequestChange,
  { actor, customerMail }: Manner,
  fields: readonly (typeof recordedFields)[number][],
): Promise<{ id: string }[]> {
  const values: unknown[] = [ids, actor.kind, actor.id];
  const parts = fields.map(({ field, of, column, kind, type }) => {
    values.push(parameterOf(change, field));
    return { of, column, kind, value: `$${values.length}::${type}` };
  });
  const status = parts.find(({ kind }) => kind === 'status');
  const message = parts.find(({ kind }) => kind === 'public-message');
  const messaged = message && messageChange(message.value, writer);
  const differs = parts.map(({ of, column, value }) => `${of}.${column} is distinct from ${value}`).join(' or ');
  const set = parts.filter(({ of }) => of === 'r').map(({ column, value }) => `${column} = ${value}, `);
  const clauses = [status && statusClauses(status.value, customerMail), messaged?.written];
  const events = parts.map((part) => (part === message ? messaged?.events : columnEvents(part)));
  const { rows } = await client.query<{ id: string }>(
    `with before as (
      select r.id, ${parts.map(({ of, column }) => `${of}.${column}`).join(', ')}${message ? ', shown.entry_id' : ''}
      from commission_requests r ${message ? shownMessage : ''}
      where r.id = any($1::uuid[]) and (${differs})
    ), changed as (
      update commission_requests r set ${set.join('')}version = r.version + 1, changed_at = now()
      from before where r.id = before.id
    )${clauses.map((clause) => (clause ? `, ${clause}` : '')).join('')}
    insert into request_events (request_id, actor_kind, actor_id, kind, "from", "to", from_entry, to_entry)
    select change.id, $2, $3, change.kind, change."from", change."to", change.from_entry, change.to_entry
    from (${events.join(' union all ')}) as change (id, kind, "from", "to", from_entry, to_entry)
    returning request_id as id`,
    values,
  );
  return rows;
}

/** Returns the field's value as a parameter. */
function parameterOf(change: RequestChange, field: (typeof recordedFields)[number]['field']): unknown {
  if (field !== 'price' || !change.price) return change[field];
  return JSON.stringify(storedPrice(change.price));
}

function columnEvents({
  column,
  kind,
  value,
}: {
  readonly column: string;
  readonly kind: string;
  readonly value: string;
}) {
  return `
    select id, '${kind}', to_jsonb(before.${column}), to_jsonb(${value}), null::bigint, null::bigint from before
    where before.${column} is distinct from ${value}`;
}

function statusClauses(value: string, customerMail: CustomerMail): string {
  return `status_changes as (
      select id as request_id, before.status as "from", ${value} as "to" from before where before.status <> ${value}
    ), ${statusDeliveries('status_changes', customerMail)}`;
}

/** Changes a batch in one transaction. Skips requests that are gone, have another version, or have the values already. */
function changeBatch(pool: Pool, batch: readonly VersionedId[], change: RequestChange, actor: Actor): Promise<number> {
  return inTransaction(pool, async (client) => {
    const text = `
      select r.id from commission_requests r
      join json_to_recordset($1) as wanted (id uuid, version int) on wanted.id = r.id and wanted.version = r.version
      where exists (select from listed_requests s where s.id = r.id)
      order by r.id for no key update of r`;
    const { rows } = await client.query<{ id: string }>(text, [JSON.stringify(batch)]);
    const ids = [...new Set(rows.map(({ id }) => id))];
    return ids.length > 0 ? apply(client, ids, change, { actor, customerMail: 'send' }) : 0;
  });
}

const always = async () => true;

async function inBatches(
  requests: readonly VersionedId[],
  mayGoOn: () => Promise<boolean>,
  changeOne: (batch: readonly VersionedId[]) => Promise<number>,
): Promise<BulkResult> {
  let result: BulkResult = { changed: 0, skipped: 0, failed: 0 };
  for (let at = 0; at < requests.length; at += batchSize) {
    const batch = requests.slice(at, at + batchSize);
    const changed = await mayGoOn()
      .then((may) => (may ? changeOne(batch) : null))
      .catch(() => null);
    result =
      changed === null
        ? { ...result, failed: result.failed + batch.length }
        : { ...result, changed: result.changed + changed, skipped: result.skipped + batch.length - changed };
  }
  return result;
}

/** Reads the requests of the filter that are unchanged since `asOf`, and counts those created or changed later. */
async function matching(pool: Pool, filter: RequestFilter, asOf: Date) {
  const conditions = await conditionsOf(lookUpIn(pool), filter);
  const at = parameter(conditions, asOf);
  // Events have times in milliseconds, and `asOf` may be the time of an event, so `changed_at` is truncated.
  const text = `
    select r.id, r.version, greatest(r.created_at, coalesce(date_trunc('milliseconds', r.changed_at), r.created_at)) <= ${at} as is_known
    from ${conditions.from} ${whereMatching(conditions)} order by r.id`;
  type Row = VersionedId & { readonly is_known: boolean };
  const { rows } = await pool.query<Row>(text, conditions.values);
  const unchanged = rows.filter((row) => row.is_known).map(({ id, version }) => ({ id, version }));
  return { unchanged, others: rows.length - unchanged.length };
}
