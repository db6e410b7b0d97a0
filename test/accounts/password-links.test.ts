import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operator } from '../../src/accounts/accounts.ts';
import { createInboxAddress } from '../../src/accounts/inbox-address.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
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

async function makeLink(operatorId = owner.id): Promise<string> {
  const made = await accounts.passwordLinks.make(operatorId, null);
  if (made === 'missing') throw new Error(made);
  return made.token;
}

const signIn = (password: string) => accounts.passwordSignIn.signIn({ email: owner.email, password, client });

describe('a link for a new password', () => {
  it('gives the account one, and ends its sessions', async () => {
    const { token: session } = await accounts.sessions.start(owner.id, client);
    const token = await makeLink();
    expect(await accounts.links.look(token)).toEqual({ kind: 'password', email: owner.email, role: 'owner' });
    expect(await signIn(goodPassword)).toHaveProperty('session');
    expect(await accounts.passwordLinks.use(token, newPassword)).toMatchObject({ id: owner.id, hasPassword: true });
    expect(await accounts.sessions.authenticate(session)).toBeNull();
    expect(await signIn(goodPassword)).toEqual({ rejected: 'wrong-credentials' });
    expect(await signIn(newPassword)).toHaveProperty('session');
  });

  it('is used once, of two at once by one', async () => {
    const token = await makeLink();
    const uses = await Promise.all([
      accounts.passwordLinks.use(token, newPassword),
      accounts.passwordLinks.use(token, `${newPassword}!`),
    ]);
    expect(uses.filter((result) => result === 'invalid-link')).toHaveLength(1);
    expect(await accounts.links.look(token)).toBeNull();
  });

  it('replaces the one before of the account, and nobody else’s', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const [before, others] = [await makeLink(), await makeLink(other.id)];
    const after = await makeLink();
    expect(await accounts.links.look(before)).toBeNull();
    expect(await accounts.links.look(after)).not.toBeNull();
    expect(await accounts.links.look(others)).toMatchObject({ email: 'other@example.org' });
  });

  it('is over after 24 hours', async () => {
    const token = await makeLink();
    const { rows } = await database.pool.query(
      "select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours' as is_day from operator_links",
    );
    expect(rows).toEqual([{ is_day: true }]);
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect(await accounts.links.look(token)).toBeNull();
    expect(await accounts.passwordLinks.use(token, newPassword)).toBe('invalid-link');
    expect(await signIn(goodPassword)).toHaveProperty('session');
  });

  it('is not made for an account that is gone or disabled, and does not work when it is by then', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const token = await makeLink(other.id);
    await accounts.operators.change(other.id, { isDisabled: true });
    expect(await accounts.links.look(token)).toBeNull();
    expect(await accounts.passwordLinks.use(token, newPassword)).toBe('invalid-link');
    expect(await accounts.passwordLinks.make(other.id, null)).toBe('missing');
    await accounts.operators.remove(other.id);
    expect(await accounts.passwordLinks.make(other.id, null)).toBe('missing');
    expect(await accounts.passwordLinks.make(randomUUID(), null)).toBe('missing');
  });

  it('makes no account, and an invitation sets no password', async () => {
    const token = await makeLink();
    const account = { name: 'Mallory', email: 'mallory@example.org', password: newPassword };
    expect(await accounts.links.accept(token, account)).toBe('invalid-link');
    expect(await accounts.links.look(token)).not.toBeNull();
    const invited = await accounts.links.invite('ann@example.org', 'viewer', null);
    if (invited === 'has-account') throw new Error(invited);
    expect(await accounts.passwordLinks.use(invited.token, newPassword)).toBe('invalid-link');
    expect(await accounts.links.look(invited.token)).not.toBeNull();
    expect(await accounts.links.invitations()).toHaveLength(1);
  });

  it('is not stored in a form that opens the door', async () => {
    const token = await makeLink();
    expect(JSON.stringify((await database.pool.query('select * from operator_links')).rows)).not.toContain(token);
  });
});

describe('the address of the inbox', () => {
  it('is the one of the last start', async () => {
    const address = createInboxAddress(database.pool);
    expect(await address.find()).toBeNull();
    for (const url of ['http://127.0.0.1:3001', 'https://inbox.example.org', 'https://inbox.example.org']) {
      await address.set(url);
      expect(await address.find()).toBe(url);
    }
  });
});
