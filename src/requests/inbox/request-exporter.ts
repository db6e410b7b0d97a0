import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../../events/events.ts';
import { createSlices } from '../../platform/waiting/event-loop.ts';
import { createFullCollection, createMinorCollections } from '../../platform/waiting/forced-collections.ts';
import { createStudioHistory } from '../../studio/revisions/studio-history.ts';
import { type ExportedRow, exportedColumns, exportedJson } from '../facets/exported-json.ts';
import type { RequestExporter } from './inbox.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { conditionsOf, type SearchConditions, whereMatching } from './search-condition.ts';
import { lookUpIn } from './search-look-up.ts';

/** Rows in memory at a time. With twice as many, V8 promotes them to its old generation before they have been sent. */
const batchRows = 20;

/** Rows of more characters are worked on in several turns of the event loop. */
const mostCharacters = 128 * 1024;

/** Milliseconds of work after which an export yields to the event loop. */
const sliceMs = 10;

/**
 * Collects young garbage after every 64 Ki characters, which keeps the memory of batches at a few MiB. V8 by itself
 * collects after 32 MiB, and by then has promoted as much to its old generation.
 */
const collectBatches = createMinorCollections(64 * 1024);
/** Collects the promoted objects, a seventh of all. V8 by itself waits until that exceeds the rest of the heap. */
const collectOldGeneration = createFullCollection(32 * 1024 * 1024);

/** The idle timeout is off, because the client may read slowly. */
const beginText = `
  begin isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = 0`;

/** Exports through a PostgreSQL cursor: one snapshot and constant memory, however slowly the client reads. */
export function createRequestExporter(pool: Pool, history = createStudioHistory()): RequestExporter {
  type Select = (client: PoolClient) => Promise<SearchConditions>;

  async function* batchesOf(select: Select, signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const client = await pool.connect();
    let isClean = false;
    try {
      const endOfSlice = createSlices(sliceMs);
      await client.query(beginText);
      const conditions = await select(client);
      await client.query(
        `declare requests no scroll cursor for
           select ${exportedColumns} from ${conditions.from} ${whereMatching(conditions)} order by r.id desc`,
        conditions.values,
      );
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted();
        const result = await client.query<ExportedRow>(`fetch ${batchRows} from requests`);
        // pg keeps the result of a query until the next one. Without its rows the result is small.
        const rows = result.rows.splice(0);
        for (const part of partsOf(rows)) {
          const requests = await exportedJson(client, history, part);
          await endOfSlice();
          yield requests;
          const characters = requests.reduce((sum, { length }) => sum + length, 0);
          collectBatches(characters);
          collectOldGeneration(characters);
          await endOfSlice();
        }
        isMore = rows.length === batchRows;
      }
      await client.query('commit');
      isClean = true;
    } finally {
      // An aborted export leaves a cursor in an open transaction, so its connection is closed.
      client.release(!isClean);
    }
  }

  return {
    questionIds: () => history.questionIds(pool),
    async *export(filter, format, actor, signal) {
      await recordExport(pool, format, filter, actor);
      yield* batchesOf((client) => conditionsOf(lookUpIn(client), filter), signal);
    },
    async *exportPerson(id, actor, signal) {
      await recordExport(pool, 'zip', { id }, actor);
      yield* batchesOf(
        async () => ({
          from: 'submitted_commission_requests r',
          values: [id],
          sql: ['r.id = any($1::uuid[])'],
          search: null,
        }),
        signal,
      );
    },
  };
}

/** Returns rows by few enough for one turn of the event loop. */
function* partsOf(rows: readonly ExportedRow[]): Generator<readonly ExportedRow[]> {
  let part: ExportedRow[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += row.facts.length + (row.form?.length ?? 0);
    if (characters < mostCharacters) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

const recordText = `
  insert into request_events (actor_kind, actor_id, kind, "to") values ($1, $2, 'export', $3)`;

/** Records the export of a filter's requests, with its actor. */
export async function recordExport(pool: Pool, format: string, filter: RequestFilter, actor: Actor): Promise<void> {
  // The search text may name a person, and an erasure would not find that name in the event.
  const { q: _, ...recorded } = filter;
  await pool.query(recordText, [actor.kind, actor.id, JSON.stringify({ format, filter: recorded })]);
}
