import type { Logger } from 'pino';
import { createAccountLinks } from '../accounts/account-links.ts';
import type { AccountLinks, ApiTokens, Operators, PasswordLinks } from '../accounts/accounts.ts';
import { createApiTokens } from '../accounts/api-tokens.ts';
import { createInboxAddress, type InboxAddress } from '../accounts/inbox-address.ts';
import { createOperators } from '../accounts/operators.ts';
import { createPasswordLinks } from '../accounts/password-links.ts';
import { createPasswords } from '../accounts/passwords.ts';
import type { Config } from '../configuration/config.ts';
import { readySchema } from './ready-schema.ts';
import { openSharedDatabase } from './stores.ts';

/** The accounts, for a command from the shell of the host. */
export interface AccountStore {
  readonly operators: Operators;
  readonly links: AccountLinks;
  readonly passwordLinks: PasswordLinks;
  readonly inboxAddress: InboxAddress;
  readonly tokens: ApiTokens;
}

/** Lends the accounts of the service, which may be running, to `work`. */
export async function withAccounts<T>(
  config: Config,
  log: Logger,
  work: (accounts: AccountStore) => Promise<T>,
): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    const { pool } = database;
    await readySchema(config, pool);
    const passwords = createPasswords();
    return await work({
      operators: createOperators(pool, passwords),
      links: createAccountLinks(pool, passwords),
      passwordLinks: createPasswordLinks(pool, passwords),
      inboxAddress: createInboxAddress(pool),
      tokens: createApiTokens(pool),
    });
  } finally {
    await database.close();
  }
}
