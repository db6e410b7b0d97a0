import type { Pool } from 'pg';
import type { Accounts } from './accounts.ts';
import { createAccountStore } from './create-account-store.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createPasswordSignIn } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export function createAccounts(pool: Pool, passwords: Passwords = createPasswords()): Accounts {
  const sessions = createSessions(pool);
  const limits = createSignInLimits(pool);
  return {
    ...createAccountStore(pool, passwords),
    sessions,
    limits,
    passwordSignIn: createPasswordSignIn({ pool, passwords, sessions, limits }),
  };
}
