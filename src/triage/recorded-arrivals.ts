import type { Pool } from 'pg';
import type { Transaction } from '../platform/database/transaction.ts';
import { mostRequestsPerHour, sameTextAddresses } from '../requests/facets/signals.ts';

/** The values that a request is counted by: keyed hashes alone. */
export interface Fingerprint {
  readonly id: string;
  readonly at: Date;
  readonly network: string | null;
  readonly mailbox: string;
  readonly words: string | null;
  readonly bytes: number;
}

/** The arrivals before a request, itself included. */
export interface Counts {
  readonly inHour: number;
  /** Addresses from which its text came within a day, as far as they matter. */
  readonly mailboxes: number;
  /** Stored by its network within a day. 0 where the number of requests decides already. */
  readonly dayBytes: number;
}

const fields = 'id uuid, at timestamptz, network text, mailbox text, words text, bytes bigint';

/** Rows of one text that are compared at most: thousands of the same sender say no more than these. */
const mostCompared = 1000;

// Processes store at once, so that a request may be judged after a later one. All that were judged before it count as
// earlier, or more would pass than the limit says. Of those that are judged together the earlier ones have come before.
const earlier = '(o.at, o.id) <= (b.at, b.id)';

// Each count ends where it is known to be too much, so that a flood does not make the counts slow.
const countsText = `
  with batch as materialized (
    select * from json_to_recordset($1) as arrived (${fields})
  ), texts as materialized (
    select own.words, array(
      select distinct near.mailbox from (
        select a.mailbox from request_arrivals a where a.words = own.words and a.at > own.at - interval '1 day'
        order by a.at desc limit ${mostCompared}
      ) near
      limit ${sameTextAddresses}
    ) as mailboxes
    from (select words, min(at) as at from batch where words is not null group by words) own
  )
  select b.id, counted.in_hour as "inHour",
    case when b.words is null then 0 else (
      select count(distinct mailbox)::int from (
        select unnest(t.mailboxes) as mailbox from texts t where t.words = b.words
        union all
        select o.mailbox from batch o where o.words = b.words and ${earlier}
      ) near
    ) end as mailboxes,
    case when counted.in_hour > ${mostRequestsPerHour} then 0 else (
      select coalesce(sum(bytes), 0)::float8 from (
        select a.bytes from request_arrivals a where a.network = b.network and a.at > b.at - interval '1 day'
        union all
        select o.bytes from batch o where o.network = b.network and ${earlier}
      ) near
    ) end as "dayBytes"
  from batch b cross join lateral (
    select count(*)::int as in_hour from (
      (
        select 1 from request_arrivals a where a.network = b.network and a.at > b.at - interval '1 hour'
        limit ${mostRequestsPerHour}
      )
      union all
      select 1 from batch o where o.network = b.network and ${earlier}
    ) near
  ) counted`;

/** Resolves with the counts before each request, by its id. The requests are recorded with their verdicts. */
export async function countsOf(
  client: Transaction,
  fingerprints: readonly Fingerprint[],
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await client.query<Counts & { readonly id: string }>(countsText, [JSON.stringify(fingerprints)]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export function isSameText({ mailboxes }: Counts): boolean {
  return mailboxes >= sameTextAddresses;
}

/** A request that counts, and the keyed hash of its network. */
export interface CountedArrival {
  readonly network: string;
  readonly at: Date;
}

const countedText = `
  select network, at from request_arrivals
  where network = any($1) and counts and at > $2::timestamptz - interval '1 hour'`;

/** Resolves with those of the networks that counted from an hour before a time on. */
export async function countedSince(
  client: Transaction,
  networks: readonly string[],
  time: Date | undefined,
): Promise<readonly CountedArrival[]> {
  if (networks.length === 0) return [];
  return (await client.query<CountedArrival>(countedText, [networks, time])).rows;
}

const notifiedText = `
  select count(*)::int as count from request_arrivals where notified_at > now() - interval '1 minute'`;

/** Resolves with how many requests channels and mails were notified of in the last minute. */
export async function countNotified(client: Transaction): Promise<number> {
  return (await client.query<{ count: number }>(notifiedText)).rows[0]?.count ?? 0;
}

const forgetText = `
  delete from request_arrivals where request_id in (
    select request_id from request_arrivals where at < now() - interval '25 hours' limit 10000
  )`;

/** Deletes records that no judgement needs any more. */
export async function forgetOldArrivals(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && ((await pool.query(forgetText)).rowCount ?? 0) > 0);
}
