import type { Pool } from 'pg';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';

/** An extra that requests may link to. */
export interface Extra {
  readonly id: string;
  readonly name: string;
}

// Rows are written in a fixed order, so replicas that start together cannot deadlock.
const upsertText = `
  insert into commission_extras (id, name)
  select id, name from unnest($1::text[], $2::text[]) as extra (id, name) order by id
  on conflict (id) do update set name = excluded.name where commission_extras.name is distinct from excluded.name`;

// Waits for statements that are linking requests to an extra, so that the deletion sees their links.
const lockOthersText = 'select id from commission_extras where id <> all($1::text[]) order by id for update';

const deleteOthersText = `
  delete from commission_extras e
  where id <> all($1::text[]) and not exists (select from commission_request_extras where extra_id = e.id)`;

/** Replaces the extras with these. Keeps other extras that a request links to. */
export async function publishExtras(pool: Pool, extras: readonly Extra[]): Promise<void> {
  await inTransaction(pool, (client) => writeExtras(client, extras));
}

/** As `publishExtras`, in a transaction of the caller. */
export async function writeExtras(client: Transaction, extras: readonly Extra[]): Promise<void> {
  const ids = extras.map((extra) => extra.id);
  await client.query(upsertText, [ids, extras.map((extra) => extra.name)]);
  await client.query(lockOthersText, [ids]);
  await client.query(deleteOthersText, [ids]);
}
