import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Operator, PasswordLinks } from './accounts.ts';
import { operatorColumns } from './operator-columns.ts';
import type { Passwords } from './passwords.ts';
import { createSecret, hashSecret } from './secret.ts';

// A new link for an account replaces the earlier one.
const makeText = `
  insert into operator_links (id, token_hash, kind, role, operator_id, created_by, expires_at)
  select $1, $2, 'password', o.role, o.id, $4, now() + interval '24 hours'
  from operators o where o.id = $3 and o.disabled_at is null and o.removed_at is null
  on conflict (operator_id) do update
  set id = excluded.id, token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(),
      expires_at = excluded.expires_at
  returning expires_at`;

const takeText = `
  delete from operator_links where token_hash = $1 and kind = 'password' and expires_at > now()
  returning operator_id`;

const setText = `
  update operators o set password_hash = $2 where id = $1 and disabled_at is null and removed_at is null
  returning ${operatorColumns}`;

export function createPasswordLinks(pool: Pool, passwords: Passwords): PasswordLinks {
  return {
    async make(operatorId, createdBy) {
      const { text: token, hash } = createSecret();
      const values = [randomUUID(), hash, operatorId, createdBy];
      const [row] = (await pool.query<{ expires_at: Date }>(makeText, values)).rows;
      return row ? { token, expiresAt: row.expires_at } : 'missing';
    },
    async use(token, password) {
      const passwordHash = await passwords.hash(password);
      return inTransaction(pool, async (client) => {
        const [link] = (await client.query<{ operator_id: string }>(takeText, [hashSecret(token)])).rows;
        if (link === undefined) return 'invalid-link';
        const [operator] = (await client.query<Operator>(setText, [link.operator_id, passwordHash])).rows;
        if (operator === undefined) return 'invalid-link';
        await client.query('delete from operator_sessions where operator_id = $1', [operator.id]);
        return operator;
      });
    },
  };
}
