import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { ownerActor } from '../events/events.ts';
import { recordChange } from '../events/record-change.ts';
import { inTransaction, inTurn } from '../platform/database/transaction.ts';
import type { Invitation, OpenLink, Operator, PasswordLink } from './account-shapes.ts';
import type { AccountLinks, PasswordLinks } from './accounts.ts';
import { emailKey } from './email-address.ts';
import { accountFacts, isMadeBy, operatorColumns, recordNewAccount, setPassword } from './operators.ts';
import type { Passwords } from './passwords.ts';
import { createSecret, hashSecret } from './secret.ts';
import { startSession } from './start-session.ts';

const uniqueViolation = '23505';

const invitationColumns =
  'id, email, role, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt"';

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
  returning ${invitationColumns}, (
    select json_build_object('id', l.id, 'role', l.role) from operator_links l where l.email_key = $6
  ) as replaced`;

const withdrawText = "delete from operator_links where id = $1 and kind = 'invitation' returning id, role";

/** An invitation in the owners' history. */
interface InvitationFacts {
  readonly id: string;
  readonly role: string;
}

interface Replaced {
  /** The invitation as it was before, or null. */
  readonly replaced: InvitationFacts | null;
}

const lookText = `
  select l.kind, coalesce(l.email, o.email) as email, coalesce(o.role, l.role) as role
  from operator_links l left join operators o on o.id = l.operator_id
  where l.token_hash = $1 and l.expires_at > now() and o.disabled_at is null and o.removed_at is null
    and (l.kind <> 'set-up' or not exists (select from operators))`;

const useText = `
  delete from operator_links where token_hash = $1 and expires_at > now() and kind <> 'password'
  returning id, kind, email, role`;

/**
 * An invitation that is made meanwhile sees the account. The set-up link can create only the first account, also where two
 * processes have made one each.
 */
export const lockLinksText = 'lock table operator_links in share row exclusive mode';

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
      return inTransaction(pool, async (client) => {
        const [invited] = (await client.query<Invitation & Replaced>(inviteText, values)).rows;
        if (invited) {
          const { replaced: from, ...invitation } = invited;
          const to = { id: invitation.id, role };
          await recordChange(client, ownerActor(createdBy), { kind: 'invitation', from, to });
          return { invitation, token: secret.text };
        }
        const accountText = 'select from operators where email_key = $1 and removed_at is null';
        return (await client.query(accountText, [key])).rowCount === 0 ? 'missing' : 'has-account';
      });
    },
    async invitations() {
      const text = `
        select ${invitationColumns} from operator_links
        where kind = 'invitation' and expires_at > now() order by created_at desc`;
      return (await pool.query<Invitation>(text)).rows;
    },
    withdraw: (id, by = null) =>
      inTransaction(pool, async (client) => {
        const [from] = (await client.query<InvitationFacts>(withdrawText, [id])).rows;
        if (from === undefined) return 'missing';
        await recordChange(client, ownerActor(by), { kind: 'invitation', from, to: null });
        return 'withdrawn';
      }),
    async find(token) {
      return (await pool.query<OpenLink>(lookText, [hashSecret(token)])).rows[0] ?? null;
    },
    async accept(token, { name, email, password }) {
      const open = await this.find(token);
      if (open === null || open.kind === 'password') return 'invalid-link';
      const passwordHash = await passwords.hash(password);
      try {
        return await inTurn(pool, lockLinksText, async (client) => {
          const [link] = (await client.query<OpenLink & InvitationFacts>(useText, [hashSecret(token)])).rows;
          if (link === undefined) return 'invalid-link';
          const address = link.email ?? email;
          const values = [randomUUID(), address, emailKey(address), name, link.role, passwordHash, link.kind];
          const [operator] = (await client.query<Operator>(insertText, values)).rows;
          if (operator === undefined) return 'invalid-link';
          await recordNewAccount(client, operator, link.kind === 'invitation' ? link.id : null);
          return operator;
        });
      } catch (error) {
        if (error instanceof DatabaseError && error.code === uniqueViolation) return 'has-account';
        throw error;
      }
    },
  };
}

// A new link for an account replaces the earlier one. The account and the maker are locked as a change locks accounts.
const makePasswordLinkText = `
  with locked as (
    select id, role from operators where id in ($3, $4) and disabled_at is null and removed_at is null
    order by role <> 'owner', id for share
  )
  insert into operator_links (id, token_hash, kind, role, operator_id, created_by, expires_at)
  select $1, $2, 'password', o.role, o.id, $4, now() + interval '24 hours' from locked o
  where o.id = $3 and ($4::uuid is null or exists (select from locked m where m.id = $4 and m.role = 'owner'))
  on conflict (operator_id) do update
  set id = excluded.id, token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(),
      expires_at = excluded.expires_at
  returning expires_at, exists (select from operator_links l where l.operator_id = $3) as had_link`;

const listPasswordLinksText = `
  select id, operator_id as "operatorId", created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt"
  from operator_links where kind = 'password' and expires_at > now() order by created_at desc`;

// Before the link, as a change of the account does.
const lockAccountText = `
  select from operators where id = (select operator_id from operator_links where token_hash = $1) for no key update`;

const takePasswordLinkText = `
  delete from operator_links where token_hash = $1 and kind = 'password' and expires_at > now()
  returning operator_id`;

const withdrawPasswordLinkText = `
  delete from operator_links l using operators o where l.id = $1 and l.kind = 'password' and o.id = l.operator_id
  returning ${operatorColumns}`;

export function createPasswordLinks(pool: Pool, passwords: Passwords): PasswordLinks {
  return {
    async make(operatorId, createdBy) {
      const { text: token, hash } = createSecret();
      const values = [randomUUID(), hash, operatorId, createdBy];
      return inTransaction(pool, async (client) => {
        type Made = { readonly expires_at: Date; readonly had_link: boolean };
        const [made] = (await client.query<Made>(makePasswordLinkText, values)).rows;
        if (made === undefined) return 'missing';
        const text = `select ${operatorColumns} from operators o where id = $1`;
        const [operator] = (await client.query<Operator>(text, [operatorId])).rows;
        if (operator) await recordPasswordLink(client, createdBy, operator, [made.had_link, true]);
        return { token, expiresAt: made.expires_at };
      });
    },
    async list() {
      return (await pool.query<PasswordLink>(listPasswordLinksText)).rows;
    },
    withdraw: (id, by = null) =>
      inTransaction(pool, async (client) => {
        const [operator] = (await client.query<Operator>(withdrawPasswordLinkText, [id])).rows;
        if (operator === undefined) return 'missing';
        await recordPasswordLink(client, by, operator, [true, false]);
        return 'withdrawn';
      }),
    async use(token, password, signInClient) {
      const passwordHash = await passwords.hash(password);
      const tokenHash = hashSecret(token);
      return inTransaction(pool, async (client) => {
        await client.query(lockAccountText, [tokenHash]);
        const [link] = (await client.query<{ operator_id: string }>(takePasswordLinkText, [tokenHash])).rows;
        if (link === undefined) return 'invalid-link';
        const operator = await setPassword(client, link.operator_id, passwordHash);
        if (operator === null) return 'invalid-link';
        await client.query('delete from operator_sessions where operator_id = $1', [operator.id]);
        const session = await startSession(client, operator.id, signInClient);
        return session === null ? 'invalid-link' : { operator, session };
      });
    },
  };
}

/** @param links whether there is a link, before and after */
async function recordPasswordLink(
  client: PoolClient,
  by: string | null,
  operator: Operator,
  [before, after]: readonly [boolean, boolean],
): Promise<void> {
  const facts = (hasPasswordLink: boolean) => ({ ...accountFacts(operator), hasPasswordLink });
  await recordChange(client, ownerActor(by), { kind: 'account', from: facts(before), to: facts(after) });
}
