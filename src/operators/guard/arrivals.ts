import type { Transaction } from '../../platform/database/transaction.ts';
import { mostRequestsPerHour, sameTextAddresses } from '../requests/facets/signals.ts';

/** A request as it is counted: keyed hashes alone. */
export interface Arrival {
  readonly request_id: string;
  readonly at: Date;
  readonly network: string;
  readonly mailbox: string;
  readonly words: string | null;
  readonly bytes: number;
}

/** What came before a request, itself included. */
export interface Counts {
  readonly inHour: number;
  /** Addresses from which its text came within a day, as far as they matter. */
  readonly mailboxes: number;
  /** Stored by its network within a day. 0 where the number of requests decides already. */
  readonly dayBytes: number;
}

const fields = 'request_id uuid, at timestamptz, network text, mailbox text, words text, bytes bigint';

/** Rows of one text that are compared at most: thousands of the same sender say no more than these. */
const mostCompared = 1000;

// Processes store at once, so that a request may be judged after a later one. What was judged before it has come before
// it, or more would pass than the limit says. Of those that are judged together the earlier ones have come before.
const earlier = '(o.at, o.request_id) <= (b.at, b.request_id)';

// The statement does not see what it inserts. Each count ends where it is known to be too much, so that a flood does not
// make the counts slow.
const countsText = `
  with batch as materialized (
    select * from json_to_recordset($1) as arrived (${fields})
  ), recorded as (
    insert into guard_arrivals (request_id, at, network, mailbox, words, bytes)
    select request_id, at, network, mailbox, words, bytes from batch
    on conflict (request_id) do nothing
  ), texts as materialized (
    select own.words, array(
      select distinct near.mailbox from (
        select a.mailbox from guard_arrivals a where a.words = own.words and a.at > own.at - interval '1 day'
        order by a.at desc limit ${mostCompared}
      ) near
      limit ${sameTextAddresses}
    ) as mailboxes
    from (select words, min(at) as at from batch where words is not null group by words) own
  )
  select b.request_id as id, counted.in_hour as "inHour",
    case when b.words is null then 0 else (
      select count(distinct mailbox)::int from (
        select unnest(t.mailboxes) as mailbox from texts t where t.words = b.words
        union all
        select o.mailbox from batch o where o.words = b.words and ${earlier}
      ) near
    ) end as mailboxes,
    case when counted.in_hour > ${mostRequestsPerHour} then 0 else (
      select coalesce(sum(bytes), 0)::float8 from (
        select a.bytes from guard_arrivals a where a.network = b.network and a.at > b.at - interval '1 day'
        union all
        select o.bytes from batch o where o.network = b.network and ${earlier}
      ) near
    ) end as "dayBytes"
  from batch b cross join lateral (
    select count(*)::int as in_hour from (
      (
        select 1 from guard_arrivals a where a.network = b.network and a.at > b.at - interval '1 hour'
        limit ${mostRequestsPerHour}
      )
      union all
      select 1 from batch o where o.network = b.network and ${earlier}
    ) near
  ) counted`;

/** Records arrivals, then resolves with what came before each, by its id. */
export async function countArrivals(client: Transaction, arrivals: readonly Arrival[]): Promise<Map<string, Counts>> {
  const { rows } = await client.query<Counts & { readonly id: string }>(countsText, [JSON.stringify(arrivals)]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export function isSameText({ mailboxes }: Counts): boolean {
  return mailboxes >= sameTextAddresses;
}

const toldText = `
  with recent as (
    select count(*)::int as count from guard_arrivals where told_at > now() - interval '1 minute'
  ), told as (
    update guard_arrivals a set told_at = now()
    from (
      select id from unnest($1::uuid[]) with ordinality as passed (id, place)
      where place <= $2 - (select count from recent)
    ) passed
    where a.request_id = passed.id
    returning a.request_id
  )
  select request_id as id from told`;

/** Resolves with those of `ids` that channels and mails are told of, while they are not more than `perMinute`. */
export async function takeTold(
  client: Transaction,
  ids: readonly string[],
  perMinute: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(toldText, [ids, perMinute]);
  return new Set(rows.map(({ id }) => id));
}
