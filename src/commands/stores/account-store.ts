import type { Logger } from 'pino';
import { createAccountLinks } from '../../accounts/account-links.ts';
import { createApiTokens } from '../../accounts/api-tokens.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import { createOperators } from '../../accounts/operators.ts';
import { createPasswordLinks } from '../../accounts/password-links.ts';
import { createPasswords } from '../../accounts/passwords.ts';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { withReadyDatabase } from './ready-database.ts';

/** The accounts, for a command from the shell of the host. */
type AccountStore = ReturnType<typeof accountsIn>;

/** Lends the accounts of the service, which may be running, to `work`. */
export function withAccounts<T>(config: Config, log: Logger, work: (accounts: AccountStore) => Promise<T>): Promise<T> {
  return withReadyDatabase(config, log, (database) => work(accountsIn(database)));
}

function accountsIn({ pool }: Database) {
  const passwords = createPasswords();
  return {
    operators: createOperators(pool, passwords),
    links: createAccountLinks(pool, passwords),
    passwordLinks: createPasswordLinks(pool, passwords),
    inboxAddress: createInboxAddress(pool),
    tokens: createApiTokens(pool),
  };
}
