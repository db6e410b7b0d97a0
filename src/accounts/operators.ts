import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { AccountChange, Operators } from './accounts.ts';
import { type OperatorRow, operatorColumns, operatorOf } from './operator-row.ts';
import type { Passwords } from './passwords.ts';
import { isAtLeast, type OperatorRole } from './roles.ts';

// Every change that could take the last owner away locks all owners first, in one order: two owners who remove each other
// take turns, and the second is refused.
const lockOwnersText = `
  select id from operators where role = 'owner' and disabled_at is null and removed_at is null order by id for update`;

const endSessionsText = 'delete from operator_sessions where operator_id = $1';

/** The accounts in PostgreSQL. */
export function createOperators(pool: Pool, passwords: Passwords): Operators {
  async function findRow(id: string): Promise<OperatorRow | null> {
    const text = `select ${operatorColumns} from operators o where id = $1 and removed_at is null`;
    return (await pool.query<OperatorRow>(text, [id])).rows[0] ?? null;
  }

  /** Carries out `change` unless it takes the last owner away. */
  function changeUnlessLastOwner(id: string, change: (client: PoolClient) => Promise<boolean>): Promise<AccountChange> {
    return inTransaction(pool, async (client) => {
      const { rows: owners } = await client.query<{ id: string }>(lockOwnersText);
      if (owners.length === 1 && owners[0]?.id === id) return 'last-owner';
      return (await change(client)) ? 'changed' : 'missing';
    });
  }

  /** One update of the account that also ends its sessions. */
  function changeAndEndSessions(id: string, assignments: string): Promise<AccountChange> {
    return changeUnlessLastOwner(id, async (client) => {
      const text = `update operators set ${assignments} where id = $1 and removed_at is null`;
      const { rowCount } = await client.query(text, [id]);
      await client.query(endSessionsText, [id]);
      return rowCount === 1;
    });
  }

  async function setRole(client: Pool | PoolClient, id: string, role: OperatorRole): Promise<boolean> {
    const text = 'update operators set role = $2 where id = $1 and removed_at is null';
    return (await client.query(text, [id, role])).rowCount === 1;
  }

  return {
    async isEmpty() {
      const { rows } = await pool.query<{ empty: boolean }>('select not exists (select from operators) as empty');
      return rows[0]?.empty === true;
    },
    async list() {
      const text = `select ${operatorColumns} from operators o where removed_at is null order by lower(name), id`;
      return (await pool.query<OperatorRow>(text)).rows.map(operatorOf);
    },
    async find(id) {
      const row = await findRow(id);
      return row && operatorOf(row);
    },
    async changeRole(id, role) {
      const before = await findRow(id);
      if (before === null) return 'missing';
      if (role === 'owner') return (await setRole(pool, id, role)) ? 'changed' : 'missing';
      return changeUnlessLastOwner(id, async (client) => {
        if (!isAtLeast(role, before.role)) await client.query(endSessionsText, [id]);
        return setRole(client, id, role);
      });
    },
    disable: (id) => changeAndEndSessions(id, 'disabled_at = coalesce(disabled_at, now())'),
    async enable(id) {
      const text = 'update operators set disabled_at = null where id = $1 and removed_at is null';
      return (await pool.query(text, [id])).rowCount === 1 ? 'changed' : 'missing';
    },
    remove: (id) => changeAndEndSessions(id, 'removed_at = now(), password_hash = null'),
    async changePassword(id, { current, next, keptSessionId }) {
      const text = 'select password_hash from operators where id = $1 and removed_at is null';
      const [found] = (await pool.query<{ password_hash: string | null }>(text, [id])).rows;
      if (found === undefined) return 'missing';
      const { password_hash: hash } = found;
      if (hash !== null && !(await passwords.verify(current ?? '', hash))) return 'wrong-password';
      const nextHash = await passwords.hash(next);
      return inTransaction(pool, async (client) => {
        // Of two changes at once the later one has verified a password that is no longer the account's.
        const update =
          'update operators set password_hash = $2 where id = $1 and password_hash is not distinct from $3';
        if ((await client.query(update, [id, nextHash, hash])).rowCount !== 1) return 'wrong-password';
        await client.query(`${endSessionsText} and id <> $2`, [id, keptSessionId]);
        return 'changed';
      });
    },
  };
}
