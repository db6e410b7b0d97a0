import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTurn } from '../platform/database/transaction.ts';
import { measured } from '../platform/measurements/measurements.ts';
import { lockLinksText } from './account-links.ts';
import type { Operator } from './account-shapes.ts';
import type { PasswordSignIn, Sessions, SignInAttempt, SignInLimits, SignInResult } from './accounts.ts';
import { emailKey } from './email-address.ts';
import type { IdentitySignIn, VerifiedIdentity } from './open-id-connect.ts';
import { operatorColumns, recordNewAccount } from './operators.ts';
import type { Passwords } from './passwords.ts';

interface PasswordSignInParts {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly limits: SignInLimits;
}

interface Account {
  readonly id: string;
  readonly password_hash: string | null;
}

const findAccountText = `
  select id, password_hash from operators where email_key = $1 and disabled_at is null and removed_at is null`;

/** Unknown, disabled and passwordless accounts cost as much work as a wrong password and get the same rejection. */
export function createPasswordSignIn({ pool, passwords, sessions, limits }: PasswordSignInParts): PasswordSignIn {
  async function signInOnce({ email, password, client }: SignInAttempt): Promise<SignInResult> {
    const ipAddress = client.ipAddress ?? '';
    const retryAfterS = await limits.count(email, ipAddress);
    if (retryAfterS !== null) return { rejected: 'too-many-attempts', retryAfterS };
    const [account] = (await pool.query<Account>(findAccountText, [emailKey(email)])).rows;
    const isRight = await passwords.verify(password, account?.password_hash ?? null);
    const session = account && isRight ? await sessions.start(account.id, client, account.password_hash) : null;
    if (session === null) {
      await recordFailedSignIn(pool, account?.id ?? null);
      return { rejected: 'wrong-credentials' };
    }
    await limits.forget(email, ipAddress);
    return { session };
  }

  return {
    async signIn(attempt) {
      const result = await signInOnce(attempt);
      measured('signIn', { result: 'session' in result ? 'signed-in' : result.rejected });
      return result;
    },
  };
}

const findOperatorText = `
  select id from operators where email_key = $1 and disabled_at is null and removed_at is null`;

const takeInvitationText = `
  delete from operator_links
  where kind = 'invitation' and expires_at > now() and email_key = $1
  returning id, role`;

const insertOperatorText = `
  insert into operators as o (id, email, email_key, name, role) values ($1, $2, $3, $4, $5)
  on conflict (email_key) where removed_at is null do nothing
  returning ${operatorColumns}`;

/** Creates the sign-in of verified identities. An invited address gets its account at its first sign-in. */
export function createIdentitySignIn(pool: Pool, sessions: Sessions): IdentitySignIn {
  async function find(email: string): Promise<string | null> {
    return (await pool.query<{ id: string }>(findOperatorText, [emailKey(email)])).rows[0]?.id ?? null;
  }

  function acceptInvitation({ email, name }: VerifiedIdentity): Promise<string | null> {
    return inTurn(pool, lockLinksText, async (client) => {
      type Taken = { readonly id: string; readonly role: string };
      const [invitation] = (await client.query<Taken>(takeInvitationText, [emailKey(email)])).rows;
      if (invitation === undefined) return null;
      const values = [randomUUID(), email, emailKey(email), name, invitation.role];
      const [operator] = (await client.query<Operator>(insertOperatorText, values)).rows;
      if (operator === undefined) return null;
      await recordNewAccount(client, operator, invitation.id);
      return operator.id;
    });
  }

  /** Of two sign-ins at once one makes the account, and the other finds it then. */
  async function findOrMake(identity: VerifiedIdentity): Promise<string | null> {
    return (await find(identity.email)) ?? (await acceptInvitation(identity)) ?? (await find(identity.email));
  }

  return {
    async signIn(identity, client) {
      const operatorId = identity && (await findOrMake(identity));
      const session = operatorId && (await sessions.start(operatorId, client));
      if (session) return session;
      await recordFailedSignIn(pool, null);
      return null;
    },
  };
}

const recordText = `insert into request_events (actor_kind, kind, "to") values ('system', 'sign-in-failed', $1)`;

/** Records an event without a request. It names only the account that was tried, or null: the person is unknown. */
async function recordFailedSignIn(pool: Pool, operatorId: string | null): Promise<void> {
  await pool.query(recordText, [JSON.stringify({ operatorId })]);
}
