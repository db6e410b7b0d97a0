import type { Pool } from 'pg';
import type { PasswordSignIn, Sessions, SignInLimits } from './accounts.ts';
import { emailKey } from './email-address.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
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

const findText = `
  select id, password_hash from operators where email_key = $1 and disabled_at is null and removed_at is null`;

/** Unknown, disabled and passwordless accounts cost as much work as a wrong password and get the same rejection. */
export function createPasswordSignIn({ pool, passwords, sessions, limits }: PasswordSignInParts): PasswordSignIn {
  return {
    async signIn({ email, password, client }) {
      const ipAddress = client.ipAddress ?? '';
      const retryAfterS = await limits.count(email, ipAddress);
      if (retryAfterS !== null) return { rejected: 'too-many-attempts', retryAfterS };
      const [account] = (await pool.query<Account>(findText, [emailKey(email)])).rows;
      const isRight = await passwords.verify(password, account?.password_hash ?? null);
      if (!account || !isRight) {
        await recordFailedSignIn(pool, account?.id ?? null);
        return { rejected: 'wrong-credentials' };
      }
      await limits.forget(email, ipAddress);
      return { session: await sessions.start(account.id, client) };
    },
  };
}
