import type { Pool } from 'pg';
import { mailboxKey } from '../../intake/submission/mailbox.ts';
import type { StudioHistory } from '../../studio/revisions/studio-history.ts';
import { listedColumns, listedRequestsOf } from '../facets/read-requests.ts';
import type { InboxRequest, RequestRow } from '../facets/registry.ts';
import { mailboxGram } from './exact-grams.ts';
import type { RepeatedRequest, RequestsOfCustomer } from './request-shape.ts';
import { progressText, type SearchProgress } from './search-progress.ts';

/** SQL: the ids of the requests that the index does not know. Takes `$2` to `$5` as `idsOfMailboxText`. */
const idsOfUnindexedText = `
  select s.request_id from request_search s where s.text = ''
  union all
  select e.request_id from request_events e
  where e.kind = 'created' and (e.epoch, e.tx, e.seq) > ($2::int, $3::xid8, $4::bigint)
  union all
  select e.request_id from request_events e
  where e.kind = 'created' and e.epoch = $2 and e.tx = any($5::xid8[])
  union all
  select h.id from commission_requests h where h.hold is not null`;

/**
 * SQL: the ids of the requests whose customer may have a mailbox, by the values of `mailboxValues` as `$1` to `$5`. The
 * index finds all of them but those whose search rows do not exist yet or are empty.
 */
const idsOfMailboxText = `
  select s.request_id from request_search s where s.grams @> array[$1::int]
  union all
  ${idsOfUnindexedText}`;

/** Reads the progress in a statement of its own: only a known position lets PostgreSQL read the events by their index. */
export async function mailboxValues(pool: Pool, address: string): Promise<readonly unknown[]> {
  const [progress] = (await pool.query<SearchProgress>(progressText)).rows;
  if (progress === undefined) throw new Error('The progress of the search has one row');
  return [mailboxGram(address), progress.epoch, progress.tx, progress.seq, progress.late];
}

/**
 * SQL: the requests of a mailbox, and some of others, to be filtered by `mailboxKey`. Takes the values of
 * `mailboxValues` and the mailbox's key as `$6`. PostgreSQL can compare most addresses, all but international ones.
 */
export const maybeOfMailbox = `
  r.id in (${idsOfMailboxText})
  and (lower(trim(r.customer_email) collate "C") = $6 or r.customer_email ~ '[^\\x01-\\x7f]' or r.customer_email ~* 'xn--')`;

const maxItems = 50;

const addressesText = `
  select r.id, r.customer_email from listed_requests r
  where ${maybeOfMailbox} and r.id <> $7 order by r.id desc`;

const requestsText = `
  select ${listedColumns} from submitted_commission_requests r where r.id = any($1::uuid[]) order by r.id desc`;

/** Finds the other requests from a customer's mailbox by its index, however the address is written. */
export async function findSameCustomer(
  pool: Pool,
  history: StudioHistory,
  request: InboxRequest,
): Promise<RequestsOfCustomer> {
  const ids = await findOthers(pool, request);
  if (ids.length === 0) return { items: [], total: 0 };
  const found = await pool.query<RequestRow>(requestsText, [ids.slice(0, maxItems)]);
  return { items: await listedRequestsOf(pool, history, found.rows), total: ids.length };
}

/** Resolves with the ids of the other requests, the newest first. */
async function findOthers(pool: Pool, { id, customerEmail }: InboxRequest): Promise<readonly string[]> {
  const key = mailboxKey(customerEmail);
  const values = [...(await mailboxValues(pool, customerEmail)), key, id];
  type Row = { readonly id: string; readonly customer_email: string };
  const { rows } = await pool.query<Row>(addressesText, values);
  return rows.filter((row) => mailboxKey(row.customer_email) === key).map((row) => row.id);
}

/** As `maybeOfMailbox`, of several mailboxes: takes arrays of their grams and keys. */
const maybeOfMailboxes = `
  r.id in (select s.request_id from request_search s where s.grams && $1::int[] union all ${idsOfUnindexedText})
  and (lower(trim(r.customer_email) collate "C") = any($6::text[])
    or r.customer_email ~ '[^\\x01-\\x7f]' or r.customer_email ~* 'xn--')`;

/** Finds the requests among these whose mailbox has sent others, with their position in the order of arrival. */
export async function findRepeats(pool: Pool, ids: readonly string[]): Promise<readonly RepeatedRequest[]> {
  type Row = { readonly id: string; readonly customer_email: string };
  const own = await pool.query<Row>(
    'select r.id, r.customer_email from listed_requests r where r.id = any($1::uuid[])',
    [ids],
  );
  const addresses = own.rows.map((row) => row.customer_email);
  if (addresses.length === 0) return [];
  const [, ...progress] = await mailboxValues(pool, '');
  const values = [addresses.map(mailboxGram), ...progress, addresses.map(mailboxKey)];
  const text = `select r.id, r.customer_email from listed_requests r where ${maybeOfMailboxes} order by r.id`;
  const { rows } = await pool.query<Row>(text, values);
  const byKey = new Map<string, string[]>();
  for (const row of rows) {
    const ofMailbox = byKey.get(mailboxKey(row.customer_email));
    if (ofMailbox) ofMailbox.push(row.id);
    else byKey.set(mailboxKey(row.customer_email), [row.id]);
  }
  return own.rows.flatMap(({ id, customer_email: address }) => {
    const all = byKey.get(mailboxKey(address)) ?? [];
    const position = all.indexOf(id) + 1;
    return all.length < 2 || position === 0 ? [] : [{ id, position, total: all.length }];
  });
}
