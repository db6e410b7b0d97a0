import { type Finding, ok, skipped, warning } from '../check.ts';
import { type DatabaseQuestion, isOfEarlierTables } from '../session.ts';

interface OldestTransaction {
  /** Seconds, or null when the user of the session may not see it. */
  readonly open_s: number | null;
  /** Seconds since the oldest event that no reader of the feed gets yet, or null without any. */
  readonly held_s: number | null;
  /** Null when it has ended meanwhile, and for a prepared one. */
  readonly pid: number | null;
  readonly datname: string | null;
  readonly usename: string | null;
  /** The name of a prepared transaction. */
  readonly gid: string | null;
}

/** The service's own transactions end sooner. */
const longS = 10;

// pg_locks shows the holder of each transaction id to every user. pg_stat_activity does not.
const oldestText = `
  with oldest as (select pg_snapshot_xmin(pg_current_snapshot()) as tx)
  select extract(epoch from clock_timestamp() - coalesce(activity.xact_start, prepared.prepared))::float8 as open_s,
    (
      select extract(epoch from clock_timestamp() - e.at)::float8 from request_events e
      where e.epoch = (select feed_epoch from service_state) and e.tx >= oldest.tx order by e.epoch, e.tx, e.seq limit 1
    ) as held_s,
    lock.pid, coalesce(activity.datname, prepared.database) as datname,
    coalesce(activity.usename, prepared.owner) as usename, prepared.gid
  from oldest
    join pg_locks lock on lock.locktype = 'transactionid' and lock.granted and lock.mode = 'ExclusiveLock'
      and lock.transactionid = oldest.tx::xid
    left join pg_stat_activity activity on activity.pid = lock.pid
    left join pg_prepared_xacts prepared on prepared.transaction = lock.transactionid`;

/** Searches for a transaction anywhere on the server that keeps new events from the readers of the feed (O15). */
export const feedQuestion: DatabaseQuestion = {
  name: 'database.feed',
  quick: false,
  async ask(client) {
    try {
      const [oldest] = (await client.query<OldestTransaction>(oldestText)).rows;
      return [findingOf(oldest ?? null)];
    } catch (error) {
      if (!isOfEarlierTables(error)) throw error;
      return [skipped('There are no events before this version has started')];
    }
  },
};

function findingOf(oldest: OldestTransaction | null): Finding {
  const ageS = Math.max(oldest?.open_s ?? 0, oldest?.held_s ?? 0);
  if (oldest === null || ageS < longS) return ok('No transaction on the server holds back the feed of events');
  const held = oldest.held_s === null ? 'the next events' : `the events of the last ${Math.round(oldest.held_s)} s`;
  return warning(`${nameOf(oldest)} holds back ${held}: the inbox shows them when it ends`, remedyFor(oldest));
}

function nameOf({ open_s, pid, datname, usename, gid }: OldestTransaction): string {
  const owner = `of user ${usename ?? 'unknown'} in database ${datname ?? 'unknown'}`;
  const name = gid === null ? `A transaction ${owner} (process ${pid})` : `The prepared transaction '${gid}' ${owner}`;
  return open_s === null ? name : `${name}, open for ${Math.round(open_s)} s,`;
}

function remedyFor({ pid, gid }: OldestTransaction) {
  if (gid !== null) return { remedy: 'End it in that database, by commit prepared or rollback prepared' };
  return { remedy: `End it where it was begun, or by select pg_terminate_backend(${pid})` };
}
