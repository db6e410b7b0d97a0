import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Session, Sessions } from './accounts.ts';
import { type OperatorRow, operatorColumns, operatorOf } from './operator-row.ts';
import { createSecret, hashSecret } from './secret.ts';

/** How long a session lasts: without use, and in all. */
const isAlive = "s.used_at > now() - interval '12 hours' and s.created_at > now() - interval '30 days'";

// The session, the time of the last sign-in and the event are one statement.
const startText = `
  with started as (
    insert into operator_sessions (id, token_hash, operator_id, ip_address, user_agent) values ($1, $2, $3, $4, $5)
  ), seen as (
    update operators set last_sign_in_at = now() where id = $3
  )
  insert into request_events (actor_kind, actor_id, kind) values ('operator', $3, 'sign-in')`;

const authenticateText = `
  select s.id as session_id, s.used_at < now() - interval '1 minute' as is_stale, ${operatorColumns}
  from operator_sessions s join operators o on o.id = s.operator_id
  where s.token_hash = $1 and ${isAlive} and o.disabled_at is null and o.removed_at is null`;

const listText = `
  select s.id, s.created_at, s.used_at, s.ip_address, s.user_agent from operator_sessions s
  where s.operator_id = $1 and ${isAlive} order by s.used_at desc, s.id`;

interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly used_at: Date;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** The sessions in PostgreSQL. */
export function createSessions(pool: Pool): Sessions {
  return {
    async start(operatorId, { ipAddress, userAgent }) {
      const sessionId = randomUUID();
      const { text, hash } = createSecret();
      await pool.query(startText, [sessionId, hash, operatorId, ipAddress, userAgent]);
      return { sessionId, token: text };
    },
    async authenticate(token) {
      type Found = OperatorRow & { readonly session_id: string; readonly is_stale: boolean };
      const query = { name: 'session', text: authenticateText, values: [hashSecret(token)] };
      const [row] = (await pool.query<Found>(query)).rows;
      if (row === undefined) return null;
      // To the minute: a write for each call of a page would be many.
      if (row.is_stale)
        await pool.query('update operator_sessions set used_at = now() where id = $1', [row.session_id]);
      return { sessionId: row.session_id, operator: operatorOf(row) };
    },
    async list(operatorId) {
      return (await pool.query<SessionRow>(listText, [operatorId])).rows.map(sessionOf);
    },
    async end(operatorId, sessionId) {
      const text = 'delete from operator_sessions where operator_id = $1 and id = $2';
      return (await pool.query(text, [operatorId, sessionId])).rowCount === 1 ? 'ended' : 'missing';
    },
    async endAll(operatorId) {
      await pool.query('delete from operator_sessions where operator_id = $1', [operatorId]);
    },
    async removeExpired() {
      return (await pool.query(`delete from operator_sessions s where not (${isAlive})`)).rowCount ?? 0;
    },
  };
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    createdAt: row.created_at,
    usedAt: row.used_at,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
}
