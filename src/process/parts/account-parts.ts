import type { Pool } from 'pg';
import { createAccountStore } from '../../accounts/create-account-store.ts';
import { createAccounts } from '../../accounts/create-accounts.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import type { OpenIdConnect } from '../../accounts/open-id-connect.ts';
import { createPasswords } from '../../accounts/passwords.ts';
import { createIdentitySignIn } from '../../accounts/sign-in.ts';
import type { OperatorParts } from '../../http/operator/parts/operator-parts.ts';
import { type OpenContext, openReadyDatabase } from '../stores/database.ts';

/** Makes the accounts, with the sign-in by a provider of identities where there is one. */
export function createAccountParts(pool: Pool, provider: OpenIdConnect | null): OperatorParts['accounts'] {
  const accounts = createAccounts(pool);
  const openIdConnect = provider && { provider, identities: createIdentitySignIn(pool, accounts.sessions) };
  return { ...accounts, openIdConnect };
}

/** Opens the accounts of the service, which may be running, for a command from the shell of the host. */
export async function openAccounts(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return { ...createAccountStore(pool, createPasswords()), inboxAddress: createInboxAddress(pool) };
}
