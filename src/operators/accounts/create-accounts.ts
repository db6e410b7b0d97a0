import type { Pool } from 'pg';
import { createAccountLinks, createPasswordLinks } from './account-links.ts';
import type { Accounts } from './accounts.ts';
import { createApiTokens } from './api-tokens.ts';
import { createOperators } from './operators.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createPasswordSignIn } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export function createAccounts(pool: Pool, passwords: Passwords = createPasswords()): Accounts {
  const sessions = createSessions(pool);
  const limits = createSignInLimits(pool);
  return {
    operators: createOperators(pool, passwords),
    links: createAccountLinks(pool, passwords),
    passwordLinks: createPasswordLinks(pool, passwords),
    sessions,
    tokens: createApiTokens(pool),
    limits,
    passwordSignIn: createPasswordSignIn({ pool, passwords, sessions, limits }),
  };
}
