import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operator } from '../../src/accounts/account-shapes.ts';
import type { AccountSettings } from '../../src/accounts/accounts.ts';
import { createIdentitySignIn } from '../../src/accounts/sign-in.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';
import { type AccountsStage, client, goodPassword, openAccounts } from './stage.ts';

const newPassword = 'a bucket full of stars';
let database: MigratedDatabase;
let accounts: AccountsStage;
let owner: Operator;

beforeEach(async () => {
  database = await openMigratedDatabase();
  accounts = openAccounts(database.pool);
  owner = await accounts.makeOwner();
});

afterEach(() => database.close());

const meanwhile = <T>(change: (others: AccountsStage) => Promise<unknown>, act: () => Promise<T>) =>
  whileUncommitted(database.pool, (_client, pool) => change(openAccounts(pool)), act);

async function passwordLink(operatorId: string): Promise<string> {
  const made = await accounts.passwordLinks.make(operatorId, null);
  if (made === 'missing') throw new Error(made);
  return made.token;
}

const signIn = () => accounts.passwordSignIn.signIn({ email: owner.email, password: goodPassword, client });

describe('a sign-in', () => {
  it('starts no session when the account is disabled meanwhile', async () => {
    await accounts.makeOperator('other@example.org', 'owner');
    const result = await meanwhile(({ operators }) => operators.change(owner.id, { isDisabled: true }), signIn);
    expect(result).toEqual({ rejected: 'wrong-credentials' });
    expect(await accounts.sessions.list(owner.id)).toEqual([]);
  });

  it('starts no session when the password is replaced meanwhile', async () => {
    const token = await passwordLink(owner.id);
    const result = await meanwhile(({ passwordLinks }) => passwordLinks.use(token, newPassword, client), signIn);
    expect(result).toEqual({ rejected: 'wrong-credentials' });
    expect(await accounts.sessions.list(owner.id)).toHaveLength(1);
  });

  it('is one of two of an invited person at once, and both succeed', async () => {
    const identity = { email: 'ann@example.org', name: 'Ann' };
    await accounts.links.invite(identity.email, 'operator', owner.id);
    const { pool } = database;
    const result = await whileUncommitted(
      pool,
      (_client, others) => createIdentitySignIn(others, openAccounts(others).sessions).signIn(identity, client),
      () => createIdentitySignIn(pool, accounts.sessions).signIn(identity, client),
    );
    expect(result).toMatchObject({ token: expect.any(String) });
    expect(await accounts.operators.list()).toHaveLength(2);
  });
});

describe('a change of a password', () => {
  it('is none when the session is ended meanwhile', async () => {
    const { sessionId } = await accounts.sessions.start(owner.id, client);
    const change = { current: goodPassword, next: newPassword, sessionId, client };
    const result = await meanwhile(
      ({ sessions }) => sessions.endAll(owner.id),
      () => accounts.operators.changePassword(owner.id, change),
    );
    expect(result).toBe('missing');
    expect(await accounts.sessions.list(owner.id)).toEqual([]);
    expect(await signIn()).toHaveProperty('session');
  });

  it('is none by a link of an account that is disabled meanwhile, and no deadlock', async () => {
    const token = await passwordLink(owner.id);
    const result = await whileUncommitted(
      database.pool,
      (other) => other.query('select from operators where id = $1 for update', [owner.id]),
      () => accounts.passwordLinks.use(token, newPassword, client),
      (other) => other.query('delete from operator_links where operator_id = $1', [owner.id]),
    );
    expect(result).toBe('invalid-link');
    expect(await signIn()).toHaveProperty('session');
  });
});

describe('an owner whose role is lowered meanwhile', () => {
  let lowered: Operator;
  let third: Operator;

  beforeEach(async () => {
    lowered = await accounts.makeOperator('lowered@example.org', 'owner');
    third = await accounts.makeOperator('third@example.org', 'owner');
  });

  const whileLowered = <T>(act: () => Promise<T>) =>
    meanwhile(({ operators }) => operators.change(lowered.id, { role: 'operator' }, owner.id), act);

  it.each<AccountSettings>([{ role: 'viewer' }, { isDisabled: true }])('changes no account by %o', async (change) => {
    const result = await whileLowered(() => accounts.operators.change(owner.id, change, lowered.id));
    expect(result).toBe('forbidden');
    expect(await accounts.operators.find(owner.id)).toMatchObject({ role: 'owner', isDisabled: false });
  });

  it('removes no account', async () => {
    expect(await whileLowered(() => accounts.operators.remove(third.id, lowered.id))).toBe('forbidden');
    expect(await accounts.operators.list()).toHaveLength(3);
  });

  it('makes no token', async () => {
    const token = { name: 'Mine', scopes: ['erase'], expiresAt: null, createdBy: lowered.id } as const;
    expect(await whileLowered(() => accounts.tokens.create(token))).toBe('missing');
    expect(await accounts.tokens.list()).toEqual([]);
  });
});

describe('an invitation', () => {
  const email = 'ann@example.org';

  async function invited(): Promise<string> {
    const made = await accounts.links.invite(email, 'owner', owner.id);
    if (typeof made === 'string') throw new Error(made);
    return made.token;
  }

  it.each<[string, (others: Pool, token: string) => Promise<unknown>]>([
    [
      'a password',
      (others, token) => openAccounts(others).links.accept(token, { name: 'Ann', email, password: newPassword }),
    ],
    [
      'OpenID Connect',
      (others) => createIdentitySignIn(others, openAccounts(others).sessions).signIn({ name: 'Ann', email }, client),
    ],
  ])('is not made for an address that gets its account with %s meanwhile', async (_, join) => {
    const token = await invited();
    const again = await whileUncommitted(
      database.pool,
      (_client, others) => join(others, token),
      () => accounts.links.invite(email, 'owner', owner.id),
    );
    expect(again).toBe('has-account');
    expect(await accounts.links.invitations()).toEqual([]);
  });
});

describe('a link to a new password', () => {
  it('is not made for an account that is disabled meanwhile', async () => {
    const other = await accounts.makeOperator('other@example.org', 'operator');
    const made = await meanwhile(
      ({ operators }) => operators.change(other.id, { isDisabled: true }),
      () => accounts.passwordLinks.make(other.id, owner.id),
    );
    expect(made).toBe('missing');
    expect(await accounts.passwordLinks.list()).toEqual([]);
  });
});

describe('the set-up link', () => {
  it('makes no second owner when two processes have made one each', async () => {
    await database.pool.query('truncate operators cascade');
    const tokens: (string | null)[] = [];
    tokens.push(
      await meanwhile(
        async ({ links }) => tokens.push(await links.renewSetUp()),
        () => accounts.links.renewSetUp(),
      ),
    );
    const [first, second] = tokens.map((token, place) => {
      const account = { name: 'Ann', email: `${place}@example.org`, password: goodPassword };
      return ({ links }: AccountsStage) => links.accept(token ?? '', account);
    });
    if (first === undefined || second === undefined) throw new Error('There are two links');
    expect(await meanwhile(first, () => second(accounts))).toBe('invalid-link');
    expect(await accounts.operators.list()).toHaveLength(1);
  });
});
