import type { Pool, PoolClient } from 'pg';

/**
 * Begins a new epoch of the feed when the newest event has a transaction id that this cluster has not reached: then the
 * tables were restored from another cluster, and later events would sort before earlier ones. Must be called at start.
 */
export async function beginEpochAfterRestore(pool: Pool | PoolClient): Promise<void> {
  await pool.query(`
    do $$
    declare
      newest record;
    begin
      perform pg_advisory_xact_lock(7239105542);
      select epoch, tx into newest from request_events order by epoch desc, tx desc limit 1;
      if newest.tx >= pg_current_xact_id() or newest.epoch > (select feed_epoch from service_state) then
        execute format('alter table request_events alter column epoch set default %s', newest.epoch + 1);
        update service_state set feed_epoch = newest.epoch + 1;
      end if;
    end
    $$`);
}
