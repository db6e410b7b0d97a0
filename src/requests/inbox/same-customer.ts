import type { Pool } from 'pg';
import { mailboxKey } from '../../intake/submission/mailbox.ts';
import type { StudioHistory } from '../../studio/revisions/studio-history.ts';
import { listedColumns, listedRequestsOf } from '../facets/read-requests.ts';
import type { InboxRequest, RequestRow } from '../facets/registry.ts';
import type { RequestsOfCustomer } from './request-shape.ts';
import { mailboxValues, maybeOfMailbox } from './requests-of-mailbox.ts';

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
  { id, customerEmail }: InboxRequest,
): Promise<RequestsOfCustomer> {
  const key = mailboxKey(customerEmail);
  const values = [...(await mailboxValues(pool, customerEmail)), key, id];
  type Row = { readonly id: string; readonly customer_email: string };
  const { rows } = await pool.query<Row>(addressesText, values);
  const ids = rows.filter((row) => mailboxKey(row.customer_email) === key).map((row) => row.id);
  if (ids.length === 0) return { items: [], total: 0 };
  const found = await pool.query<RequestRow>(requestsText, [ids.slice(0, maxItems)]);
  return { items: await listedRequestsOf(pool, history, found.rows), total: ids.length };
}
