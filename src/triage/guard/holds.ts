import type { Pool } from 'pg';
import { insertCreatedDeliveries } from '../../events/delivery-clauses.ts';
import type { Actor } from '../../events/events.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { StudioOfFile } from '../../studio/document/offer.ts';
import { readSettings } from '../../studio/revisions/read-settings.ts';
import type { GuardSummary, HeldSelection } from './hold-shape.ts';

/** The requests that are held (S31). */
export interface Holds {
  /**
   * Releases requests: they become visible, and their deliveries are sent. Resolves with their number.
   * @param mayGoOn Asked before each batch, with which the release ends otherwise.
   */
  release(selection: HeldSelection, actor: Actor, mayGoOn?: () => Promise<boolean>): Promise<number>;
  /** Resolves with the ids of those that are held, at most 1000. */
  ids(selection: HeldSelection): Promise<readonly string[]>;
  /** @param file The keys that `CATALOGUE_FILE` sets. */
  summary(file: StudioOfFile | null): Promise<GuardSummary>;
}

const batchSize = 200;

const idsText = `
  select id from commission_requests
  where hold = 'held' and (id = any($1::uuid[]) or created_at <= $2) order by id limit 1000`;

// Whether it was received after closing is judged now. The events of a request are in the order in which they happened.
const releaseText = `
  with released as (
    update commission_requests r set hold = null, judging = 'opening'
    where r.id in (
      select id from commission_requests where hold = 'held' and id = any($1::uuid[]) order by id for update
    )
    returning r.id, r.created_at
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, at, "from")
    select id, case ordinal when 1 then 'customer' else $2 end, case ordinal when 2 then $3::uuid end,
      case ordinal when 1 then 'created' else 'released' end,
      case ordinal when 1 then created_at else now() end,
      case ordinal when 2 then (select jsonb_agg(s.kind order by s.kind) from request_signals s where s.request_id = id) end
    from released cross join generate_series(1, 2) as ordinal order by id, ordinal
  ), deliveries_made as (${insertCreatedDeliveries('(select id as request_id from released)')})
  select id from released`;

/** Moves the events of the time in which they were held to the end of the feed, where its readers find them. */
const moveText = `
  with moved as (
    delete from request_events where request_id = any($1::uuid[]) and tx <> pg_current_xact_id() returning *
  )
  insert into request_events (request_id, at, actor_kind, actor_id, kind, "from", "to", from_entry, to_entry)
  select request_id, at, actor_kind, actor_id, kind, "from", "to", from_entry, to_entry from moved order by epoch, tx, seq`;

const summaryText = `
  with month as (
    select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as since
  ), signals as (
    select s.* from request_signals s where s.at >= (select since from month)
  )
  select (select since from month) as since,
    (select count(distinct request_id)::int from signals) as signalled,
    (select count(distinct request_id)::int from signals where held) as held,
    (select count(*)::int from commission_requests where hold = 'held') as waiting,
    (select coalesce(json_agg(json_build_object('kind', kind, 'count', count) order by count desc, kind), '[]')
     from (select kind, count(*)::int as count from signals group by kind) by_kind) as "byKind"`;

export function createHolds(pool: Pool): Holds {
  async function ids(selection: HeldSelection): Promise<readonly string[]> {
    const values = 'ids' in selection ? [selection.ids, null] : [[], selection.asOf];
    return (await pool.query<{ id: string }>(idsText, values)).rows.map(({ id }) => id);
  }

  async function releaseBatch(batch: readonly string[], { kind, id }: Actor): Promise<number> {
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(releaseText, [batch, kind, id]);
      await client.query(moveText, [rows.map((row) => row.id)]);
      return rows.length;
    });
  }

  return {
    ids,
    async release(selection, actor, mayGoOn = async () => true) {
      let released = 0;
      for (let found = await ids(selection); found.length > 0; found = 'ids' in selection ? [] : await ids(selection)) {
        for (let at = 0; at < found.length; at += batchSize) {
          if (!(await mayGoOn())) return released;
          released += await releaseBatch(found.slice(at, at + batchSize), actor);
        }
      }
      return released;
    },
    summary: (file) =>
      inTransaction(pool, async (client) => {
        const { mode } = (await readSettings(client, file)).guard;
        const [row] = (await client.query<Omit<GuardSummary, 'mode'>>(summaryText)).rows;
        if (row === undefined) throw new Error('A summary has one row');
        return { mode, ...row };
      }),
  };
}
