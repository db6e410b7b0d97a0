import type { Pool, PoolClient } from 'pg';
import { ownerActor } from '../events/events.ts';
import { recordChange } from '../events/record-change.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Operator } from './account-shapes.ts';
import type { Operators } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { isAtLeast } from './roles.ts';
import { startSession } from './start-session.ts';

/** The columns of an `Operator`, for a query on `operators o`. */
export const operatorColumns = `
  o.id, o.email, o.name, o.role, o.password_hash is not null as "hasPassword", o.disabled_at is not null as "isDisabled",
  o.created_at as "createdAt", o.last_sign_in_at as "lastSignInAt"`;

// Every change of an account first locks all owners in the order of their ids. When two owners remove each other at the
// same time, the second change waits and is then rejected.
const lockOwnersText = `
  select id from operators where role = 'owner' and disabled_at is null and removed_at is null order by id for update`;

/**
 * SQL condition: the maker of a link or a token is the shell, or still an owner. The lock lets a change of the maker end
 * the link, or makes this statement see the change.
 */
export const isMadeBy = (maker: string) => `(${maker}::uuid is null or exists (
    select from operators m
    where m.id = ${maker} and m.role = 'owner' and m.disabled_at is null and m.removed_at is null for share))`;

const findText = `select ${operatorColumns} from operators o where id = $1 and removed_at is null`;

const changeText = `
  update operators set role = $2, disabled_at = case when $3 then coalesce(disabled_at, now()) end where id = $1`;

const removeText = `
  update operators o set removed_at = now(), password_hash = null where id = $1 and removed_at is null
  returning ${operatorColumns}`;

const passwordText = `
  select o.password_hash from operators o join operator_sessions s on s.operator_id = o.id
  where o.id = $1 and s.id = $2 and o.disabled_at is null and o.removed_at is null`;

const setPasswordText = `
  update operators o set password_hash = $2 where id = $1 and disabled_at is null and removed_at is null
  returning ${operatorColumns}`;

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
    change: (id, change, by = null) =>
      inTransaction(pool, async (client) => {
        const owners = await lockOwners(client);
        if (!mayChange(owners, by)) return 'forbidden';
        const [before] = (await client.query<Operator>(`${findText} for update`, [id])).rows;
        if (before === undefined) return 'missing';
        const role = change.role ?? before.role;
        const isDisabled = change.isDisabled ?? before.isDisabled;
        if (isLastOwner(owners, id) && (role !== 'owner' || isDisabled)) return 'last-owner';
        if (role === before.role && isDisabled === before.isDisabled) return 'changed';
        await client.query(changeText, [id, role, isDisabled]);
        if (isDisabled || !isAtLeast(role, before.role)) await client.query(endSessionsText, [id]);
        if (isDisabled) await client.query(endLinksToText, [id]);
        if (isDisabled || role !== 'owner') await client.query(endLinksByText, [id]);
        const to = { ...accountFacts(before), role, isDisabled };
        await recordChange(client, ownerActor(by), { kind: 'account', from: accountFacts(before), to });
        return 'changed';
      }),
    remove: (id, by = null) =>
      inTransaction(pool, async (client) => {
        const owners = await lockOwners(client);
        if (!mayChange(owners, by)) return 'forbidden';
        if (isLastOwner(owners, id)) return 'last-owner';
        const [before] = (await client.query<Operator>(removeText, [id])).rows;
        if (before === undefined) return 'missing';
        for (const text of [endSessionsText, endLinksToText, endLinksByText]) await client.query(text, [id]);
        await recordChange(client, ownerActor(by), { kind: 'account', from: accountFacts(before), to: null });
        return 'changed';
      }),
    async changePassword(id, { current, next, sessionId, client: signInClient }) {
      type Found = { readonly password_hash: string | null };
      const [found] = (await pool.query<Found>(passwordText, [id, sessionId])).rows;
      if (found === undefined) return 'missing';
      const { password_hash: hash } = found;
      if (hash !== null && !(await passwords.verify(current ?? '', hash))) return 'wrong-password';
      const nextHash = await passwords.hash(next);
      return inTransaction(pool, async (client) => {
        // The session may have ended since, and of two concurrent changes the first has replaced the verified password.
        const [still] = (await client.query<Found>(`${passwordText} for update`, [id, sessionId])).rows;
        if (still === undefined) return 'missing';
        if (still.password_hash !== hash) return 'wrong-password';
        await setPassword(client, id, nextHash);
        for (const text of [endSessionsText, endLinksToText]) await client.query(text, [id]);
        return (await startSession(client, id, signInClient)) ?? 'missing';
      });
    },
  };
}

/** The facts of an account in the owners' history. */
export const accountFacts = ({ id, name, role, isDisabled }: Operator) => ({ id, name, role, isDisabled });

/** Records an account that the person has made by an invitation, or by the set-up link. */
export async function recordNewAccount(
  client: PoolClient,
  operator: Operator,
  invitationId: string | null,
): Promise<void> {
  const to = { ...accountFacts(operator), invitationId };
  await recordChange(client, ownerActor(operator.id), { kind: 'account', from: null, to });
}

/** Sets a password that the account itself has chosen, unless it is disabled or removed. */
export async function setPassword(client: PoolClient, id: string, hash: string): Promise<Operator | null> {
  const [operator] = (await client.query<Operator>(setPasswordText, [id, hash])).rows;
  if (operator === undefined) return null;
  const from = accountFacts(operator);
  await recordChange(client, ownerActor(id), { kind: 'account', from, to: { ...from, hasNewPassword: true } });
  return operator;
}

/** Returns a function that finds the e-mail addresses of the owners who can sign in. */
export function createOwnerAddresses(pool: Pool): () => Promise<readonly string[]> {
  const text = `
    select email from operators
    where role = 'owner' and disabled_at is null and removed_at is null order by created_at, id`;
  return async () => (await pool.query<{ email: string }>(text)).rows.map(({ email }) => email);
}

/** Locks all owners until the transaction ends. Resolves with their ids. */
async function lockOwners(client: PoolClient): Promise<readonly string[]> {
  return (await client.query<{ id: string }>(lockOwnersText)).rows.map(({ id }) => id);
}

function mayChange(owners: readonly string[], by: string | null): boolean {
  return by === null || owners.includes(by);
}

function isLastOwner(owners: readonly string[], id: string): boolean {
  return owners.length === 1 && owners[0] === id;
}
