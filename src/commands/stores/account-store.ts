import { createAccountLinks } from '../../accounts/account-links.ts';
import { createApiTokens } from '../../accounts/api-tokens.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import { createOperators } from '../../accounts/operators.ts';
import { createPasswordLinks } from '../../accounts/password-links.ts';
import { createPasswords } from '../../accounts/passwords.ts';
import { type OpenContext, openReadyDatabase } from './ready-database.ts';

/** Opens the accounts of the service, which may be running, for a command from the shell of the host. */
export async function openAccounts(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  const passwords = createPasswords();
  return {
    operators: createOperators(pool, passwords),
    links: createAccountLinks(pool, passwords),
    passwordLinks: createPasswordLinks(pool, passwords),
    inboxAddress: createInboxAddress(pool),
    tokens: createApiTokens(pool),
  };
}
