import type { Pool } from 'pg';
import type { Operator, Session } from './account-shapes.ts';
import type { Sessions } from './accounts.ts';
import { operatorColumns } from './operators.ts';
import { hashSecret } from './secret.ts';
import { startSession } from './start-session.ts';

const isAlive = "s.used_at > now() - interval '12 hours' and s.created_at > now() - interval '30 days'";

const authenticateText = `
  select s.id as "sessionId", s.used_at < now() - interval '1 minute' as "isStale", ${operatorColumns}
  from operator_sessions s join operators o on o.id = s.operator_id
  where s.token_hash = $1 and ${isAlive} and o.disabled_at is null and o.removed_at is null`;

const listText = `
  select s.id, s.created_at as "createdAt", s.used_at as "usedAt", s.ip_address as "ipAddress", s.user_agent as "userAgent"
  from operator_sessions s
  where s.operator_id = $1 and ${isAlive} order by s.used_at desc, s.id`;

export function createSessions(pool: Pool): Sessions {
  return {
    start: (operatorId, client, verifiedHash) => startSession(pool, operatorId, client, verifiedHash),
    async authenticate(token) {
      type Found = Operator & { readonly sessionId: string; readonly isStale: boolean };
      const query = { name: 'session', text: authenticateText, values: [hashSecret(token)] };
      const [found] = (await pool.query<Found>(query)).rows;
      if (found === undefined) return null;
      const { sessionId, isStale, ...operator } = found;
      // At most once a minute: a page makes many calls, and each would cost a write.
      if (isStale) await pool.query('update operator_sessions set used_at = now() where id = $1', [sessionId]);
      return { sessionId, operator };
    },
    async list(operatorId) {
      return (await pool.query<Session>(listText, [operatorId])).rows;
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
