import type { Pool } from 'pg';
import { createFullCollection, createYoungCollection } from '../memory/young-garbage.ts';
import { recordExport } from './export-event.ts';
import { type ExportedRow, exportedColumns, exportedRequestOf } from './exported-row.ts';
import type { RequestExporter } from './inbox.ts';
import { conditionsOf, whereMatching } from './search-condition.ts';
import { lookUpIn } from './search-look-up.ts';

/** Rows that are in memory at once. With twice as many, what is on its way grows old before it has been sent. */
const batchRows = 20;

/**
 * Collected while it is young, what is made of a batch takes a few MiB. V8 by itself lets 32 MiB of it lie, and as much that has
 * become old meanwhile.
 */
const collectBatches = createYoungCollection(64 * 1024);
/** A seventh of what is collected young grows old instead, which V8 by itself leaves until there is more of it than all the rest. */
const collectRest = createFullCollection(32 * 1024 * 1024);

/** A reader may be slow. */
const beginText = `
  begin isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = 0`;

/** Exports from PostgreSQL through a cursor: one snapshot, flat memory, however long the reader takes. */
export function createRequestExporter(pool: Pool): RequestExporter {
  return {
    async *export(filter, format, actor, signal): AsyncGenerator<readonly string[]> {
      await recordExport(pool, format, filter, actor);
      const client = await pool.connect();
      let isClean = false;
      try {
        await client.query(beginText);
        const conditions = await conditionsOf(lookUpIn(client), filter);
        await client.query(
          `declare requests no scroll cursor for
           select ${exportedColumns} from submitted_commission_requests r ${whereMatching(conditions)} order by r.id desc`,
          conditions.values,
        );
        for (let isMore = true; isMore; ) {
          signal.throwIfAborted();
          const result = await client.query<ExportedRow>(`fetch ${batchRows} from requests`);
          const requests = result.rows.map(exportedRequestOf);
          // What pg has of a query is kept by the next one: without its rows it is little.
          result.rows.length = 0;
          if (requests.length > 0) yield requests;
          const characters = requests.reduce((sum, { length }) => sum + length, 0);
          collectBatches(characters);
          collectRest(characters);
          isMore = requests.length === batchRows;
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
