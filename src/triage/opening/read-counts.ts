import type { ClientBase, Pool } from 'pg';
import { networkShare, type OpeningCounts } from './opening-state.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

/** No limit is higher (`requestLimit`). */
const mostCounted = 10_000;

// Those beyond their network's share, and all that wait for their judgement, are read and subtracted. Of the latter count as
// many as their networks have left of their share.
const newText = `
  with waiting as (
    select r.guard ->> 'network' as network, count(*)::int as count from submitted_commission_requests r
    where r.judging is not null and r.status = 'NEW' and r.hold is null group by 1
  ), beyond as (
    select from commission_requests r
    where r.is_beyond_share and r.status = 'NEW' and r.hold is null limit ${mostCounted}
  ), left_out as (
    select (select count(*) from beyond) + coalesce(sum(count), 0) as count from waiting
  )
  select (
    select count(*)
    from (
      select from listed_requests r where r.status = 'NEW' limit ${mostCounted} + (select count from left_out)
    ) found
  )::int - (select count from left_out)::int as judged, (
    select coalesce(sum(case when w.network is null then w.count else least(w.count, greatest(0, ${networkShare} - (
      select count(*) from request_arrivals a where a.network = w.network and a.counts and a.at > now() - interval '1 hour'
    ))) end), 0)::int from waiting w
  ) as waiting`;

const takenText = `
  select r.type_id as id, count(*)::int as count from commission_requests r
  where r.status in ('ACCEPTED', 'IN_PROGRESS') and octet_length(r.type_id) <= 1000 group by 1`;

const takenInAllText = `
  select count(*)::int as count from commission_requests r where r.status in ('ACCEPTED', 'IN_PROGRESS')`;

/** Reads how many requests take slots, by type. */
export async function readTaken(database: Queries): Promise<OpeningCounts['takenByType']> {
  const { rows } = await database.query<{ id: string; count: number }>(takenText);
  const takenByType = new Map(rows.map(({ id, count: ofType }) => [id, ofType]));
  // Without a type, and with one that no catalogue can have.
  const inAll = (await database.query<{ count: number }>(takenInAllText)).rows[0]?.count ?? 0;
  const others = inAll - rows.reduce((sum, row) => sum + row.count, 0);
  if (others > 0) takenByType.set('', others + (takenByType.get('') ?? 0));
  return takenByType;
}

async function readNew(database: Queries): Promise<{ readonly judged: number; readonly waiting: number }> {
  const [row] = (await database.query<{ judged: number; waiting: number }>(newText)).rows;
  return { judged: Math.max(0, row?.judged ?? 0), waiting: row?.waiting ?? 0 };
}

/** Reads the counts of judged requests. Those of new requests end above every limit. */
export async function readJudgedCounts(database: Queries): Promise<OpeningCounts> {
  const takenByType = await readTaken(database);
  return { requests: (await readNew(database)).judged, takenByType };
}

/** Reads the counts that close a form (S14, S17). */
export async function readCounts(database: Queries): Promise<OpeningCounts> {
  const takenByType = await readTaken(database);
  const { judged, waiting } = await readNew(database);
  return { requests: judged + waiting, takenByType };
}
