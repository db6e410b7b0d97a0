import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Invitation, OpenLink, Operator, PasswordLink } from './account-shapes.ts';
import type { AccountLinks, PasswordLinks } from './accounts.ts';
import { emailKey } from './email-address.ts';
import { operatorColumns } from './operators.ts';
import type { Passwords } from './passwords.ts';
import { createSecret, hashSecret } from './secret.ts';

const uniqueViolation = '23505';

const invitationColumns =
  'id, email, role, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt"';

/**
 * SQL condition: the maker of a link is the shell, or still an owner. The lock lets a change of the maker end the link,
 * or makes this statement see the change.
 */
const isMadeBy = (maker: string) => `(${maker}::uuid is null or exists (
    select from operators m
    where m.id = ${maker} and m.role = 'owner' and m.disabled_at is null and m.removed_at is null for share))`;

const renewSetUpText = `
  with replaced as (delete from operator_links where kind = 'set-up')
  insert into operator_links (id, token_hash, kind, role, expires_at)
  select $1, $2, 'set-up', 'owner', now() + interval '24 hours'
  where not exists (select from operators)`;

// A new invitation for an address replaces the earlier one.
const inviteText = `
  insert into operator_links (id, token_hash, kind, email, email_key, role, created_by, expires_at)
  select $1, $2, 'invitation', $3, $6, $4, $5, now() + interval '7 days'
  where not exists (select from operators where email_key = $6 and removed_at is null)
    and ${isMadeBy('$5')}
  on conflict (email_key) do update
  set id = excluded.id, token_hash = excluded.token_hash, email = excluded.email, role = excluded.role,
      created_by = excluded.created_by, created_at = now(), expires_at = excluded.expires_at
  returning ${invitationColumns}`;

const lookText = `
  select l.kind, coalesce(l.email, o.email) as email, coalesce(o.role, l.role) as role
  from operator_links l left join operators o on o.id = l.operator_id
  where l.token_hash = $1 and l.expires_at > now() and o.disabled_at is null and o.removed_at is null
    and (l.kind <> 'set-up' or not exists (select from operators))`;

const useText = `
  delete from operator_links where token_hash = $1 and expires_at > now() and kind <> 'password'
  returning kind, email, role`;

// The set-up link can create only the first account.
const insertText = `
  insert into operators as o (id, email, email_key, name, role, password_hash)
  select $1, $2, $3, $4, $5, $6 where $7 = 'invitation' or not exists (select from operators)
  returning ${operatorColumns}`;

export function createAccountLinks(pool: Pool, passwords: Passwords): AccountLinks {
  return {
    async renewSetUp() {
      const secret = createSecret();
      const { rowCount } = await pool.query(renewSetUpText, [randomUUID(), secret.hash]);
      return rowCount === 1 ? secret.text : null;
    },
    async invite(email, role, createdBy) {
      const secret = createSecret();
      const key = emailKey(email);
      const values = [randomUUID(), secret.hash, email, role, createdBy, key];
      const [invitation] = (await pool.query<Invitation>(inviteText, values)).rows;
      if (invitation) return { invitation, token: secret.text };
      const accountText = 'select from operators where email_key = $1 and removed_at is null';
      return (await pool.query(accountText, [key])).rowCount === 0 ? 'missing' : 'has-account';
    },
    async invitations() {
      const text = `
        select ${invitationColumns} from operator_links
        where kind = 'invitation' and expires_at > now() order by created_at desc`;
      return (await pool.query<Invitation>(text)).rows;
    },
    async withdraw(id) {
      const text = "delete from operator_links where id = $1 and kind = 'invitation'";
      return (await pool.query(text, [id])).rowCount === 1 ? 'withdrawn' : 'missing';
    },
    async look(token) {
      return (await pool.query<OpenLink>(lookText, [hashSecret(token)])).rows[0] ?? null;
    },
    async accept(token, { name, email, password }) {
      const open = await this.look(token);
      if (open === null || open.kind === 'password') return 'invalid-link';
      const passwordHash = await passwords.hash(password);
      try {
        return await inTransaction(pool, async (client) => {
          const [link] = (await client.query<OpenLink>(useText, [hashSecret(token)])).rows;
          if (link === undefined) return 'invalid-link';
          const address = link.email ?? email;
          const values = [randomUUID(), address, emailKey(address), name, link.role, passwordHash, link.kind];
          return (await client.query<Operator>(insertText, values)).rows[0] ?? 'invalid-link';
        });
      } catch (error) {
        if (error instanceof DatabaseError && error.code === uniqueViolation) return 'has-account';
        throw error;
      }
    },
  };
}

// A new link for an account replaces the earlier one.
const makePasswordLinkText = `
  insert into operator_links (id, token_hash, kind, role, operator_id, created_by, expires_at)
  select $1, $2, 'password', o.role, o.id, $4, now() + interval '24 hours'
  from operators o where o.id = $3 and o.disabled_at is null and o.removed_at is null and ${isMadeBy('$4')}
  on conflict (operator_id) do update
  set id = excluded.id, token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(),
      expires_at = excluded.expires_at
  returning expires_at`;

const listPasswordLinksText = `
  select id, operator_id as "operatorId", created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt"
  from operator_links where kind = 'password' and expires_at > now() order by created_at desc`;

const takePasswordLinkText = `
  delete from operator_links where token_hash = $1 and kind = 'password' and expires_at > now()
  returning operator_id`;

const setPasswordText = `
  update operators o set password_hash = $2 where id = $1 and disabled_at is null and removed_at is null
  returning ${operatorColumns}`;

export function createPasswordLinks(pool: Pool, passwords: Passwords): PasswordLinks {
  return {
    async make(operatorId, createdBy) {
      const { text: token, hash } = createSecret();
      const values = [randomUUID(), hash, operatorId, createdBy];
      const [row] = (await pool.query<{ expires_at: Date }>(makePasswordLinkText, values)).rows;
      return row ? { token, expiresAt: row.expires_at } : 'missing';
    },
    async list() {
      return (await pool.query<PasswordLink>(listPasswordLinksText)).rows;
    },
    async withdraw(id) {
      const text = "delete from operator_links where id = $1 and kind = 'password'";
      return (await pool.query(text, [id])).rowCount === 1 ? 'withdrawn' : 'missing';
    },
    async use(token, password) {
      const passwordHash = await passwords.hash(password);
      return inTransaction(pool, async (client) => {
        const [link] = (await client.query<{ operator_id: string }>(takePasswordLinkText, [hashSecret(token)])).rows;
        if (link === undefined) return 'invalid-link';
        const [operator] = (await client.query<Operator>(setPasswordText, [link.operator_id, passwordHash])).rows;
        if (operator === undefined) return 'invalid-link';
        await client.query('delete from operator_sessions where operator_id = $1', [operator.id]);
        return operator;
      });
    },
  };
}
