import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { insertCreatedDeliveries } from '../deliveries/created-clause.ts';

/** Key of an advisory lock. No other user of the same server may use this number. */
const adoptionLockKey = 7_239_105_542;

/** The first schema version whose statements write an event when a request becomes visible. */
const firstVersionWithEvents = 7;

/** How long a process of the previous version may run beside this one. */
const overlapDays = 8;
/** Maximum duration of an upload: one that began so long before the migration may have been completed after it. */
const longestUploadHours = 2;

// When both migrations have the same time, one transaction ran them, so no earlier version has ever used the database.
// Identifiers are UUIDv7, so a time corresponds to a lower bound of identifiers.
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
 * Creates the task that adds the missing events and deliveries of requests which a process of an earlier version has
 * stored since the migration. The first run checks all requests since then, later runs those since the previous run. A
 * run reads one row when no earlier version has used the database, or when the migration is more than eight days old.
 */
export function createAdoptRequests(pool: Pool): () => Promise<void> {
  let lookedAt: Date | null = null;

  return async () => {
    const { rows } = await pool.query<Window>({ name: 'adopt', text: windowText, values: [lookedAt] });
    const [window] = rows;
    if (window === undefined) return;
    await inTransaction(pool, async (client) => {
      // Two statements, so that the second one sees the events that were committed before the lock was granted.
      await client.query(`select pg_advisory_xact_lock(${adoptionLockKey})`);
      await client.query(adoptText, [window.from_id]);
    });
    lookedAt = window.looked_at;
  };
}
