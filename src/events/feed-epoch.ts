import type { Pool, PoolClient } from 'pg';

/**
 * Begins a new epoch of the feed, so that later events sort after every cursor that was ever given. After a restore they
 * would not: a cursor may be younger than the back-up, and another cluster counts its transactions from elsewhere. An
 * epoch is at least the minute of its beginning, because one back-up may be restored several times.
 */
export async function beginEpoch(client: PoolClient): Promise<void> {
  await client.query(beginEpochText('true'));
}

/**
 * Begins a new epoch when the tables were restored by other tools: the newest event has a transaction id that this
 * cluster has not reached, or an epoch that it does not know. Must be called at start.
 */
export async function beginEpochAfterRestore(pool: Pool): Promise<void> {
  await pool.query(
    beginEpochText('newest.epoch > present or newest.epoch = present and newest.tx >= pg_current_xact_id()'),
  );
}

function beginEpochText(condition: string): string {
  return `
    do $$
    declare
      newest record;
      present int;
      next int;
    begin
      perform pg_advisory_xact_lock(7239105542);
      select epoch, tx into newest from request_events order by epoch desc, tx desc limit 1;
      select feed_epoch into present from service_state;
      if ${condition} then
        next := greatest(present + 1, newest.epoch + 1, extract(epoch from now()) / 60);
        execute format('alter table request_events alter column epoch set default %s', next);
        update service_state set feed_epoch = next;
      end if;
    end
    $$`;
}
