import type { ClientBase, Pool } from 'pg';
import { type Arrival, type CountedArrival, createFairShare } from './fair-share.ts';
import type { OpeningCounts } from './opening-state.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

/** No limit is higher (`requestLimit`). */
const mostCounted = 10_000;
/** Requests that wait to be judged and are read at a time. */
export const arrivalsAtOnce = 1000;

// A join with the progress would walk through all events from the first.
const isUnjudged = '(e.epoch, e.tx, e.seq) > (select epoch, tx, seq from opening_progress)';

// Those beyond their network's share, and all that nobody has judged yet, are subtracted.
const newText = `
  select (
    select count(*)::int
    from (select from listed_requests r where r.status = 'NEW' limit 2 * ${mostCounted}) found
  ) - (
    select count(*)::int
    from (select from commission_requests r where r.is_beyond_share and r.status = 'NEW' and r.hold is null limit ${mostCounted}) beyond
  ) - (
    select count(*)::int from request_events e
      join listed_requests r on r.id = e.request_id and e.kind = 'created' and r.status = 'NEW'
    where ${isUnjudged}
  ) as count`;

const takenText = `
  select r.type_id as id, count(*)::int as count from commission_requests r
  where r.status in ('ACCEPTED', 'IN_PROGRESS') and octet_length(r.type_id) <= 1000 group by 1`;

const takenInAllText = `
  select count(*)::int as count from commission_requests r where r.status in ('ACCEPTED', 'IN_PROGRESS')`;

// Settled are events that no running transaction can still precede, and that the guard has judged: they are judged once and
// in order.
const arrivalsText = `
  select e.request_id as "requestId", e.epoch, e.tx::text as tx, e.seq::text as seq, e.at,
    e."isSettled" and r.hold is distinct from 'pending' as "isSettled", r.hold is not null as "isHeld", r.status,
    r.type_id as "typeId", r.guard ->> 'network' as network
  from (
    select e.*, e.epoch < s.feed_epoch or e.tx < pg_snapshot_xmin(pg_current_snapshot()) as "isSettled"
    from service_state s cross join request_events e
    where ${isUnjudged}
    order by e.epoch, e.tx, e.seq limit ${arrivalsAtOnce}
  ) e left join submitted_commission_requests r on r.id = e.request_id and e.kind = 'created'
  order by e.epoch, e.tx, e.seq`;

const earlierText = `
  select request_id as "requestId", network, at from opening_arrivals
  where network = any($1) and at > now() - interval '2 hours'`;

/** The place of an event in the feed. */
export interface ArrivalPosition {
  readonly epoch: number;
  readonly tx: string;
  readonly seq: string;
}

type ArrivalRow = Arrival & ArrivalPosition & { readonly isSettled: boolean };

/** An event without an arrival has the status null. */
type EventRow = ArrivalRow | (Omit<ArrivalRow, 'status'> & { readonly status: null });

export interface Unjudged {
  /** Those that can be judged now. */
  readonly settled: readonly Arrival[];
  /** All of them. */
  readonly arrivals: readonly Arrival[];
  /** The requests that counted lately, of the networks of the arrivals. */
  readonly earlier: readonly CountedArrival[];
  /** The last settled event, or null without any. */
  readonly end: ArrivalPosition | null;
  readonly isMore: boolean;
}

/** Reads what has arrived since the last judgement. */
export async function readUnjudged(database: Queries): Promise<Unjudged> {
  const { rows } = await database.query<EventRow>(arrivalsText);
  const waiting = rows.findIndex(({ isSettled }) => !isSettled);
  const settledRows = waiting === -1 ? rows : rows.slice(0, waiting);
  const arrivals = rows.filter(isArrival);
  const networks = [...new Set(arrivals.map(({ network }) => network))];
  return {
    settled: settledRows.filter(isArrival),
    arrivals,
    earlier: arrivals.length === 0 ? [] : (await database.query<CountedArrival>(earlierText, [networks])).rows,
    end: settledRows.at(-1) ?? null,
    isMore: settledRows.length === arrivalsAtOnce,
  };
}

function isArrival(row: EventRow): row is ArrivalRow {
  return row.status !== null;
}

/** Reads how many requests take slots, by type. */
export async function readTaken(database: Queries): Promise<OpeningCounts['takenByType']> {
  const { rows } = await database.query<{ id: string; count: number }>(takenText);
  const takenByType = new Map(rows.map(({ id, count: ofType }) => [id, ofType]));
  // Without a type, and with one that no catalogue can have.
  const others = (await readCount(database, takenInAllText)) - rows.reduce((sum, row) => sum + row.count, 0);
  if (others > 0) takenByType.set('', others + (takenByType.get('') ?? 0));
  return takenByType;
}

/** Reads the counts of what has been judged. Those of new requests stop where no limit is. */
export async function readJudgedCounts(database: Queries): Promise<OpeningCounts> {
  const takenByType = await readTaken(database);
  return { requests: Math.max(0, await readCount(database, newText)), takenByType };
}

async function readCount(database: Queries, text: string): Promise<number> {
  return (await database.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}

/** Reads the counts that close a form (S14, S17). */
export async function readCounts(database: Queries): Promise<OpeningCounts> {
  const { arrivals, earlier } = await readUnjudged(database);
  const { requests, takenByType } = await readJudgedCounts(database);
  const fairShare = createFairShare(earlier);
  const counting = arrivals.filter(
    (arrival) => arrival.status === 'NEW' && !arrival.isHeld && fairShare.counts(arrival),
  );
  return { requests: requests + counting.length, takenByType };
}
