import type { Pool } from 'pg';
import type { Actor } from './events.ts';
import type { RequestFilter } from './inbox.ts';

const recordText = `
  insert into request_events (actor_kind, actor_id, kind, "to") values ($1, $2, 'export', $3)`;

/** Records who exported the requests of a filter. */
export async function recordExport(pool: Pool, format: string, filter: RequestFilter, actor: Actor): Promise<void> {
  // The search text may name a person, and an erasure would not find that name in the event.
  const { q: _, ...recorded } = filter;
  await pool.query(recordText, [actor.kind, actor.id, JSON.stringify({ format, filter: recorded })]);
}
