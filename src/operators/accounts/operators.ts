import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Operator } from './account-shapes.ts';
import type { Operators } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { isAtLeast } from './roles.ts';

/** The columns of an `Operator`, for a query on `operators o`. */
export const operatorColumns = `
  o.id, o.email, o.name, o.role, o.password_hash is not null as "hasPassword", o.disabled_at is not null as "isDisabled",
  o.created_at as "createdAt", o.last_sign_in_at as "lastSignInAt"`;

// Every change of an account first locks all owners in the order of their ids. When two owners remove each other at the
// same time, the second change waits and is then rejected.
const lockOwnersText = `
  select id from operators where role = 'owner' and disabled_at is null and removed_at is null order by id for update`;

const findText = `select ${operatorColumns} from operators o where id = $1 and removed_at is null`;

const changeText = `
  update operators set role = $2, disabled_at = case when $3 then coalesce(disabled_at, now()) end where id = $1`;

const removeText = `
  update operators set removed_at = now(), password_hash = null where id = $1 and removed_at is null`;

const endSessionsText = 'delete from operator_sessions where operator_id = $1';
const endLinksToText = 'delete from operator_links where operator_id = $1';
const endLinksByText = 'delete from operator_links where created_by = $1';

export function createOperators(pool: Pool, passwords: Passwords): Operators {
  return {
    async isEmpty() {
      const { rows } = await pool.query<{ empty: boolean }>('select not exists (select from operators) as empty');
      return rows[0]?.empty === true;
    },
    async list() {
      const text = `select ${operatorColumns} from operators o where removed_at is null order by lower(name), id`;
      return (await pool.query<Operator>(text)).rows;
    },
    async find(id) {
      return (await pool.query<Operator>(findText, [id])).rows[0] ?? null;
    },
    change: (id, change) =>
      inTransaction(pool, async (client) => {
        const isLast = await isLastOwner(client, id);
        const [before] = (await client.query<Operator>(`${findText} for update`, [id])).rows;
        if (before === undefined) return 'missing';
        const role = change.role ?? before.role;
        const isDisabled = change.isDisabled ?? before.isDisabled;
        if (isLast && (role !== 'owner' || isDisabled)) return 'last-owner';
        await client.query(changeText, [id, role, isDisabled]);
        if (isDisabled || !isAtLeast(role, before.role)) await client.query(endSessionsText, [id]);
        if (isDisabled) await client.query(endLinksToText, [id]);
        if (isDisabled || role !== 'owner') await client.query(endLinksByText, [id]);
        return 'changed';
      }),
    remove: (id) =>
      inTransaction(pool, async (client) => {
        if (await isLastOwner(client, id)) return 'last-owner';
        const { rowCount } = await client.query(removeText, [id]);
        for (const text of [endSessionsText, endLinksToText, endLinksByText]) await client.query(text, [id]);
        return rowCount === 1 ? 'changed' : 'missing';
      }),
    async changePassword(id, { current, next, keptSessionId }) {
      const text = 'select password_hash from operators where id = $1 and removed_at is null';
      const [found] = (await pool.query<{ password_hash: string | null }>(text, [id])).rows;
      if (found === undefined) return 'missing';
      const { password_hash: hash } = found;
      if (hash !== null && !(await passwords.verify(current ?? '', hash))) return 'wrong-password';
      const nextHash = await passwords.hash(next);
      return inTransaction(pool, async (client) => {
        // Of two concurrent changes, the second one has verified a password that the first has replaced.
        const update =
          'update operators set password_hash = $2 where id = $1 and password_hash is not distinct from $3';
        if ((await client.query(update, [id, nextHash, hash])).rowCount !== 1) return 'wrong-password';
        await client.query(`${endSessionsText} and id <> $2`, [id, keptSessionId]);
        await client.query(endLinksToText, [id]);
        return 'changed';
      });
    },
  };
}

/** Returns a function that finds the e-mail addresses of the owners who can sign in. */
export function createOwnerAddresses(pool: Pool): () => Promise<readonly string[]> {
  const text = `
    select email from operators
    where role = 'owner' and disabled_at is null and removed_at is null order by created_at, id`;
  return async () => (await pool.query<{ email: string }>(text)).rows.map(({ email }) => email);
}

/** Locks all owners until the transaction ends. */
async function isLastOwner(client: PoolClient, id: string): Promise<boolean> {
  const { rows: owners } = await client.query<{ id: string }>(lockOwnersText);
  return owners.length === 1 && owners[0]?.id === id;
}
