import type { Pool } from 'pg';
import { createAccountLinks, createPasswordLinks } from '../../src/operators/accounts/account-links.ts';
import type { Operator } from '../../src/operators/accounts/account-shapes.ts';
import { createOperators } from '../../src/operators/accounts/operators.ts';
import { createPasswords, type Passwords } from '../../src/operators/accounts/passwords.ts';
import type { OperatorRole } from '../../src/operators/accounts/roles.ts';
import { createSessions } from '../../src/operators/accounts/sessions.ts';
import { createPasswordSignIn } from '../../src/operators/accounts/sign-in.ts';
import { createSignInLimits } from '../../src/operators/accounts/sign-in-limits.ts';

export const goodPassword = 'a kettle full of rain';
export const client = { ipAddress: '192.0.2.7', userAgent: 'Test/1.0' };

/** Opens every part of the accounts on one database. */
export function openAccounts(pool: Pool, passwords: Passwords = createPasswords()) {
  const sessions = createSessions(pool);
  const operators = createOperators(pool, passwords);
  const links = createAccountLinks(pool, passwords);
  const passwordLinks = createPasswordLinks(pool, passwords);
  const limits = createSignInLimits(pool);
  const passwordSignIn = createPasswordSignIn({ pool, passwords, sessions, limits });

  async function makeOwner(email = 'owner@example.org'): Promise<Operator> {
    const token = await links.renewSetUp();
    return accepted(await links.accept(token ?? '', { name: 'Owner', email, password: goodPassword }));
  }

  async function makeOperator(email: string, role: OperatorRole): Promise<Operator> {
    const invited = await links.invite(email, role, null);
    if (typeof invited === 'string') throw new Error(`${email} is not invited: ${invited}`);
    return accepted(await links.accept(invited.token, { name: email, email, password: goodPassword }));
  }

  return { passwords, sessions, operators, links, passwordLinks, limits, passwordSignIn, makeOwner, makeOperator };
}

export type AccountsStage = ReturnType<typeof openAccounts>;

function accepted(result: Operator | string): Operator {
  if (typeof result === 'string') throw new Error(result);
  return result;
}
