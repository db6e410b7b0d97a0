import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountSettings } from '../../src/accounts/accounts.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type AccountsStage, client, goodPassword, openAccounts } from './stage.ts';

let database: MigratedDatabase;
let accounts: AccountsStage;

beforeEach(async () => {
  database = await openMigratedDatabase();
  accounts = openAccounts(database.pool);
});

afterEach(() => database.close());

describe('the last owner', () => {
  it.each<AccountSettings>([
    { role: 'viewer' },
    { isDisabled: true },
    { role: 'owner', isDisabled: true },
    { role: 'viewer', isDisabled: false },
  ])('cannot be taken away by %o', async (change) => {
    const owner = await accounts.makeOwner();
    await accounts.makeOperator('operator@example.org', 'operator');
    expect(await accounts.operators.change(owner.id, change)).toBe('last-owner');
    expect(await accounts.operators.find(owner.id)).toMatchObject({ role: 'owner', isDisabled: false });
  });

  it('cannot be removed, and may be told to stay what it is', async () => {
    const owner = await accounts.makeOwner();
    await accounts.makeOperator('operator@example.org', 'operator');
    expect(await accounts.operators.remove(owner.id)).toBe('last-owner');
    expect(await accounts.operators.change(owner.id, { role: 'owner', isDisabled: false })).toBe('changed');
    expect(await accounts.operators.list()).toHaveLength(2);
  });

  it('stays when two owners remove each other at once', async () => {
    const first = await accounts.makeOwner();
    const second = await accounts.makeOperator('second@example.org', 'owner');
    const results = await Promise.all([first, second].map(({ id }) => accounts.operators.remove(id)));
    expect(results.sort()).toEqual(['changed', 'last-owner']);
    expect(await accounts.operators.list()).toHaveLength(1);
  });

  it('is not one who is disabled', async () => {
    const owner = await accounts.makeOwner();
    const other = await accounts.makeOperator('other@example.org', 'owner');
    await accounts.operators.change(other.id, { isDisabled: true });
    expect(await accounts.operators.remove(owner.id)).toBe('last-owner');
  });
});

describe('a changed account', () => {
  it('loses its sessions when the role falls, and keeps them when it rises', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    const { token } = await accounts.sessions.start(person.id, client);
    await accounts.operators.change(person.id, { role: 'owner' });
    expect(await accounts.sessions.authenticate(token)).toMatchObject({ operator: { role: 'owner' } });
    await accounts.operators.change(person.id, { role: 'viewer' });
    expect(await accounts.sessions.authenticate(token)).toBeNull();
  });

  it('loses its sessions when it is disabled, and cannot sign in until it is enabled', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    const { token } = await accounts.sessions.start(person.id, client);
    const signIn = () => accounts.passwordSignIn.signIn({ email: person.email, password: goodPassword, client });
    await accounts.operators.change(person.id, { isDisabled: true });
    expect(await accounts.sessions.authenticate(token)).toBeNull();
    expect(await signIn()).toEqual({ rejected: 'wrong-credentials' });
    await accounts.operators.change(person.id, { isDisabled: false });
    expect(await signIn()).toMatchObject({ session: expect.anything() });
  });

  it('gets its role and is disabled at once, or neither', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    const both = { role: 'owner', isDisabled: true } as const;
    await database.pool.query(
      "alter table operators add constraint no_owner check (role <> 'owner' or disabled_at is null)",
    );
    await expect(accounts.operators.change(person.id, both)).rejects.toThrow('no_owner');
    expect(await accounts.operators.find(person.id)).toMatchObject({ role: 'operator', isDisabled: false });
    await database.pool.query('alter table operators drop constraint no_owner');
    expect(await accounts.operators.change(person.id, both)).toBe('changed');
    expect(await accounts.operators.find(person.id)).toMatchObject(both);
  });

  it('is gone from the list when it is removed, and its address may be invited again', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    await accounts.operators.remove(person.id);
    expect(await accounts.operators.find(person.id)).toBeNull();
    const again = await accounts.makeOperator('person@example.org', 'viewer');
    expect(again.id).not.toBe(person.id);
  });
});

describe('a changed password', () => {
  it('asks for the current one', async () => {
    const owner = await accounts.makeOwner();
    const { sessionId } = await accounts.sessions.start(owner.id, client);
    const change = { current: 'not the password', next: 'another good one', sessionId, client };
    expect(await accounts.operators.changePassword(owner.id, change)).toBe('wrong-password');
  });

  it('ends every session and starts one', async () => {
    const owner = await accounts.makeOwner();
    const { sessionId, token } = await accounts.sessions.start(owner.id, client);
    const change = { current: goodPassword, next: 'another good one', sessionId, client };
    const started = await accounts.operators.changePassword(owner.id, change);
    if (typeof started === 'string') throw new Error(started);
    expect(await accounts.sessions.authenticate(started.token)).not.toBeNull();
    expect(await accounts.sessions.authenticate(token)).toBeNull();
    const signIn = (password: string) => accounts.passwordSignIn.signIn({ email: owner.email, password, client });
    expect(await signIn(goodPassword)).toEqual({ rejected: 'wrong-credentials' });
    expect(await signIn('another good one')).toMatchObject({ session: expect.anything() });
  });
});
