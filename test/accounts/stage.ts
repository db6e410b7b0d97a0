import type { Pool } from 'pg';
import type { Operator } from '../../src/accounts/account-shapes.ts';
import type { Sessions, StartedSession } from '../../src/accounts/accounts.ts';
import { createAccounts } from '../../src/accounts/create-accounts.ts';
import { createPasswords, type Passwords } from '../../src/accounts/passwords.ts';
import type { OperatorRole } from '../../src/accounts/roles.ts';

export const goodPassword = 'a kettle full of rain';
export const client = { ipAddress: '192.0.2.7', userAgent: 'Test/1.0' };

/** Takes a thousandth of the time. A service verifies none of these. */
const quickPasswords = () => createPasswords(2);

/** Opens every part of the accounts on one database. */
export function openAccounts(pool: Pool, passwords: Passwords = quickPasswords()) {
  const accounts = createAccounts(pool, passwords);
  const { links, sessions } = accounts;

  async function start(...given: Parameters<Sessions['start']>): Promise<StartedSession> {
    const session = await sessions.start(...given);
    if (session === null) throw new Error('The account starts no session');
    return session;
  }

  async function makeOwner(email = 'owner@example.org'): Promise<Operator> {
    const token = await links.renewSetUp();
    return accepted(await links.accept(token ?? '', { name: 'Owner', email, password: goodPassword }));
  }

  async function makeOperator(email: string, role: OperatorRole): Promise<Operator> {
    const invited = await links.invite(email, role, null);
    if (typeof invited === 'string') throw new Error(`${email} is not invited: ${invited}`);
    return accepted(await links.accept(invited.token, { name: email, email, password: goodPassword }));
  }

  return { ...accounts, sessions: { ...sessions, start }, passwords, makeOwner, makeOperator };
}

export type AccountsStage = ReturnType<typeof openAccounts>;

function accepted(result: Operator | string): Operator {
  if (typeof result === 'string') throw new Error(result);
  return result;
}
