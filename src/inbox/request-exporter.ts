import type { Pool } from 'pg';
import type { InboxRequest, RequestExporter } from './inbox.ts';
import { inboxRequestOf, type RequestRow, requestColumns } from './request-row.ts';
import { conditionsOf, whereMatching } from './search-condition.ts';
import { lookUpIn } from './search-look-up.ts';

/** Rows that are in memory at once. */
const batchRows = 100;

/** A reader may be slow. */
const beginText = `
  begin isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = 0`;

const recordText = `
  insert into request_events (actor_kind, actor_id, kind, "to") values ($1, $2, 'export', $3)`;

/** Exports from PostgreSQL through a cursor: one snapshot, flat memory, however long the reader takes. */
export function createRequestExporter(pool: Pool): RequestExporter {
  return {
    async *export(filter, format, actor, signal): AsyncGenerator<InboxRequest> {
      // What was searched for may be a person, whom an erasure could not find in there.
      const { q: _, ...recorded } = filter;
      await pool.query(recordText, [actor.kind, actor.id, JSON.stringify({ format, filter: recorded })]);
      const client = await pool.connect();
      let isClean = false;
      try {
        await client.query(beginText);
        const conditions = await conditionsOf(lookUpIn(client), filter);
        await client.query(
          `declare requests no scroll cursor for
           select ${requestColumns} from submitted_commission_requests r ${whereMatching(conditions)} order by r.id desc`,
          conditions.values,
        );
        for (let isMore = true; isMore; ) {
          const { rows } = await client.query<RequestRow>(`fetch ${batchRows} from requests`);
          for (const row of rows) {
            signal.throwIfAborted();
            yield inboxRequestOf(row);
          }
          isMore = rows.length === batchRows;
        }
        await client.query('commit');
        isClean = true;
      } finally {
        // An export that was broken off leaves a cursor in an open transaction.
        client.release(!isClean);
      }
    },
  };
}
