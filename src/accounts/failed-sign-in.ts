import type { Pool } from 'pg';

const insertText = `insert into request_events (actor_kind, kind, "to") values ('system', 'sign-in-failed', $1)`;

/** Records an event without a request. It names only the account that was tried, or null: the person is unknown. */
export async function recordFailedSignIn(pool: Pool, operatorId: string | null): Promise<void> {
  await pool.query(insertText, [JSON.stringify({ operatorId })]);
}
