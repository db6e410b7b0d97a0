import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type AccountsStage, goodPassword, openAccounts } from './stage.ts';

let database: MigratedDatabase;
let accounts: AccountsStage;

beforeEach(async () => {
  database = await openMigratedDatabase();
  accounts = openAccounts(database.pool);
});

afterEach(() => database.close());

const someone = { name: 'Somebody', email: 'somebody@example.org', password: goodPassword };

async function setUpToken(): Promise<string> {
  const token = await accounts.links.renewSetUp();
  if (token === null) throw new Error('There is an account');
  return token;
}

async function invite(email: string): Promise<string> {
  const invited = await accounts.links.invite(email, 'operator', null);
  if (typeof invited === 'string') throw new Error(invited);
  return invited.token;
}

describe('the set-up link', () => {
  it('makes the first owner', async () => {
    const token = await setUpToken();
    expect(await accounts.links.find(token)).toEqual({ kind: 'set-up', email: null, role: 'owner' });
    expect(await accounts.links.accept(token, someone)).toMatchObject({ email: someone.email, role: 'owner' });
    expect(await accounts.operators.isEmpty()).toBe(false);
  });

  it('is not stored in a form that opens the door', async () => {
    const token = await setUpToken();
    const { rows } = await database.pool.query('select * from operator_links');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('is used once', async () => {
    const token = await setUpToken();
    await accounts.links.accept(token, someone);
    expect(await accounts.links.accept(token, { ...someone, email: 'other@example.org' })).toBe('invalid-link');
    expect(await accounts.operators.list()).toHaveLength(1);
  });

  it('gives one account to two people who use it at once', async () => {
    const token = await setUpToken();
    const results = await Promise.all(
      ['a@example.org', 'b@example.org'].map((email) => accounts.links.accept(token, { ...someone, email })),
    );
    expect(results.filter((result) => result === 'invalid-link')).toHaveLength(1);
    expect(await accounts.operators.list()).toHaveLength(1);
  });

  it('replaces the one before', async () => {
    const before = await setUpToken();
    const after = await setUpToken();
    expect(await accounts.links.find(before)).toBeNull();
    expect(await accounts.links.find(after)).not.toBeNull();
  });

  it('is over after 24 hours', async () => {
    const token = await setUpToken();
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect(await accounts.links.find(token)).toBeNull();
    expect(await accounts.links.accept(token, someone)).toBe('invalid-link');
  });

  it('is not made when there is an account', async () => {
    await accounts.makeOwner();
    expect(await accounts.links.renewSetUp()).toBeNull();
  });
});

describe('an invitation', () => {
  it('makes an account of its own address and role, whatever address is typed', async () => {
    const token = await invite('invited@example.org');
    const operator = await accounts.links.accept(token, someone);
    expect(operator).toMatchObject({ email: 'invited@example.org', role: 'operator', name: 'Somebody' });
  });

  it('is used once', async () => {
    const token = await invite('invited@example.org');
    await accounts.links.accept(token, someone);
    expect(await accounts.links.accept(token, someone)).toBe('invalid-link');
  });

  it('replaces the one before of the same address, in any case of its letters', async () => {
    const before = await invite('Invited@example.org');
    const after = await invite('invited@EXAMPLE.org');
    expect(await accounts.links.find(before)).toBeNull();
    expect(await accounts.links.find(after)).toMatchObject({ email: 'invited@EXAMPLE.org' });
    expect(await accounts.links.invitations()).toHaveLength(1);
  });

  it('is not made for an address that has an account', async () => {
    await accounts.makeOwner('owner@example.org');
    expect(await accounts.links.invite('OWNER@example.org', 'viewer', null)).toBe('has-account');
  });

  it.each([
    ['müller.example', 'xn--mller-kva.example'],
    ['xn--mller-kva.example', 'MU\u0308LLER.example'],
  ])('opens at %s one for the address at %s', async (one, other) => {
    const before = await invite(`zoe@${one}`);
    const after = await invite(`zoe@${other}`);
    expect(await accounts.links.find(before)).toBeNull();
    await accounts.links.accept(after, someone);
    expect(await accounts.links.invite(`zoe@${one}`, 'viewer', null)).toBe('has-account');
  });

  it('can be withdrawn', async () => {
    const token = await invite('invited@example.org');
    const [invitation] = await accounts.links.invitations();
    expect(await accounts.links.withdraw(invitation?.id ?? '')).toBe('withdrawn');
    expect(await accounts.links.accept(token, someone)).toBe('invalid-link');
  });

  it('is over after seven days', async () => {
    const token = await invite('invited@example.org');
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect(await accounts.links.accept(token, someone)).toBe('invalid-link');
    expect(await accounts.links.invitations()).toEqual([]);
  });
});
