import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Sessions } from './accounts.ts';
import { emailKey } from './email-address.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import type { IdentitySignIn, VerifiedIdentity } from './open-id-connect.ts';

const findText = `
  select id from operators where email_key = $1 and disabled_at is null and removed_at is null`;

const takeInvitationText = `
  delete from operator_links
  where kind = 'invitation' and expires_at > now() and email_key = $1
  returning role`;

const insertText = `
  insert into operators (id, email, email_key, name, role) values ($1, $2, $3, $4, $5)
  on conflict (email_key) where removed_at is null do nothing
  returning id`;

/** Creates the sign-in of verified identities. An invited address gets its account at its first sign-in. */
export function createIdentitySignIn(pool: Pool, sessions: Sessions): IdentitySignIn {
  async function find(email: string): Promise<string | null> {
    return (await pool.query<{ id: string }>(findText, [emailKey(email)])).rows[0]?.id ?? null;
  }

  function acceptInvitation({ email, name }: VerifiedIdentity): Promise<string | null> {
    return inTransaction(pool, async (client) => {
      const [invitation] = (await client.query<{ role: string }>(takeInvitationText, [emailKey(email)])).rows;
      if (invitation === undefined) return null;
      const values = [randomUUID(), email, emailKey(email), name, invitation.role];
      return (await client.query<{ id: string }>(insertText, values)).rows[0]?.id ?? null;
    });
  }

  return {
    async signIn(identity, client) {
      const operatorId = identity && ((await find(identity.email)) ?? (await acceptInvitation(identity)));
      if (operatorId !== null) return sessions.start(operatorId, client);
      await recordFailedSignIn(pool, null);
      return null;
    },
  };
}
