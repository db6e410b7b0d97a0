import type { Pool } from 'pg';

const insertText = `insert into request_events (actor_kind, kind, "to") values ('system', 'sign-in-failed', $1)`;

/** Who tried is not known: only which account was meant, if there is one (an event of the house). */
export async function recordFailedSignIn(pool: Pool, operatorId: string | null): Promise<void> {
  await pool.query(insertText, [JSON.stringify({ operatorId })]);
}
