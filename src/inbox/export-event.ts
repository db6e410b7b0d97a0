import type { Pool } from 'pg';
import type { Actor } from './events.ts';
import type { RequestFilter } from './inbox.ts';

const recordText = `
  insert into request_events (actor_kind, actor_id, kind, "to") values ($1, $2, 'export', $3)`;

/** Records who took out what a filter finds. */
export async function recordExport(pool: Pool, format: string, filter: RequestFilter, actor: Actor): Promise<void> {
  // What was searched for may be a person, whom an erasure could not find in there.
  const { q: _, ...recorded } = filter;
  await pool.query(recordText, [actor.kind, actor.id, JSON.stringify({ format, filter: recorded })]);
}
