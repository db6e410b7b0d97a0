import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { SignInClient, StartedSession } from './accounts.ts';
import { createSecret } from './secret.ts';

// One statement writes the session, the time of the last sign-in and the event, so it writes all three or fails. The row
// lock makes it see a change of the account, or lets the change end the session.
const startText = `
  with seen as (
    update operators set last_sign_in_at = now()
    where id = $3 and disabled_at is null and removed_at is null and ($6::text is null or password_hash = $6)
    returning id
  ), started as (
    insert into operator_sessions (id, token_hash, operator_id, ip_address, user_agent) select $1, $2, id, $4, $5 from seen
  )
  insert into request_events (actor_kind, actor_id, kind) select 'operator', id, 'sign-in' from seen`;

/** Starts a session in the transaction of the caller, as `Sessions.start`. */
export async function startSession(
  database: Pick<ClientBase | Pool, 'query'>,
  operatorId: string,
  { ipAddress, userAgent }: SignInClient,
  verifiedHash: string | null = null,
): Promise<StartedSession | null> {
  const sessionId = randomUUID();
  const { text, hash } = createSecret();
  const values = [sessionId, hash, operatorId, ipAddress, userAgent, verifiedHash];
  return (await database.query(startText, values)).rowCount === 1 ? { sessionId, token: text } : null;
}
