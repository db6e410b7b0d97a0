import type { Pool } from 'pg';
import { createAccountLinks, createPasswordLinks } from './account-links.ts';
import type { AccountStore } from './accounts.ts';
import { createApiTokens } from './api-tokens.ts';
import { createOperators } from './operators.ts';
import type { Passwords } from './passwords.ts';

/** Does not load the sign-in, which a command in a shell does not need. */
export function createAccountStore(pool: Pool, passwords: Passwords): AccountStore {
  return {
    operators: createOperators(pool, passwords),
    links: createAccountLinks(pool, passwords),
    passwordLinks: createPasswordLinks(pool, passwords),
    tokens: createApiTokens(pool),
  };
}
