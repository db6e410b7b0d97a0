import type { ClientBase, Pool } from 'pg';
import type { OpeningCounts } from './opening-state.ts';

/** No limit is higher (`requestLimit`). */
const mostCounted = 10_000;

const newText = `
  select count(*)::int as count
  from (select from submitted_commission_requests r where r.status = 'NEW' limit ${mostCounted}) found`;

const takenText = `
  select coalesce(r.type_id, '') as id, count(*)::int as count from commission_requests r
  where r.status in ('ACCEPTED', 'IN_PROGRESS') group by 1`;

/** Reads the counts that close a form. Those of new requests stop where no limit can be. */
export async function readCounts(database: Pick<ClientBase | Pool, 'query'>): Promise<OpeningCounts> {
  const [found] = (await database.query<{ count: number }>(newText)).rows;
  const taken = (await database.query<{ id: string; count: number }>(takenText)).rows;
  return { requests: found?.count ?? 0, takenByType: new Map(taken.map(({ id, count }) => [id, count])) };
}
