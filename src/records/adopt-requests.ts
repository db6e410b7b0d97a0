import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { insertCreatedDeliveries } from '../deliveries/created-clause.ts';

/** Any number that no other user of the same server takes for an advisory lock. */
const adoptionLockKey = 7_239_105_542;

/** The migration from which on the statement that makes a request visible tells of it. */
const firstVersionWithEvents = 7;

/** How long a process of the version before may go on beside this one. */
const overlapDays = 8;
/** An upload that began before the migration ends with it. */
const longestUploadHours = 2;

// A database that was made with that migration never had a process without it: the two ran in one transaction, so at one
// time. An identifier is a UUIDv7, so that a time is a range of them.
const windowText = `
  select now() as looked_at, (lpad(to_hex((
    (extract(epoch from greatest(told.run_at, $1::timestamptz)) - ${longestUploadHours * 3600}) * 1000
  )::bigint), 12, '0') || repeat('0', 20))::uuid as from_id
  from commission_schema_version told, commission_schema_version first
  where told.version = ${firstVersionWithEvents} and first.version = 1 and first.run_at < told.run_at
    and told.run_at > now() - interval '${overlapDays} days'`;

interface Window {
  readonly looked_at: Date;
  readonly from_id: string;
}

const adoptText = `
  with untold as (
    select r.id as request_id, r.created_at from submitted_commission_requests r
    where r.id >= $1 and not exists (select from request_events e where e.request_id = r.id and e.kind = 'created')
  ), filed as (
    update commission_requests r set has_files = true from untold
    where r.id = untold.request_id
      and exists (select from commission_request_files f where f.request_id = untold.request_id)
  ), deliveries_made as (${insertCreatedDeliveries('untold')}
  )
  insert into request_events (at, request_id, actor_kind, kind)
  select created_at, request_id, 'customer', 'created' from untold order by request_id`;

/**
 * Makes the task that tells of the requests which a process of an earlier version has stored since the database was migrated: its
 * statements know of no events and deliveries. It looks at all of them once, and then at those since it looked last. Without
 * such processes, and some days after them, it asks for one row.
 */
export function createAdoptRequests(pool: Pool): () => Promise<void> {
  let lookedAt: Date | null = null;

  return async () => {
    const { rows } = await pool.query<Window>({ name: 'adopt', text: windowText, values: [lookedAt] });
    const [window] = rows;
    if (window === undefined) return;
    await inTransaction(pool, async (client) => {
      // Two statements: the second sees what was told before the lock was had.
      await client.query(`select pg_advisory_xact_lock(${adoptionLockKey})`);
      await client.query(adoptText, [window.from_id]);
    });
    lookedAt = window.looked_at;
  };
}
