import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it.each(['disable', 'remove', 'lower'] as const)('cannot be taken away: %s', async (change) => {
    const owner = await accounts.makeOwner();
    await accounts.makeOperator('operator@example.org', 'operator');
    const { operators } = accounts;
    const result = change === 'lower' ? operators.changeRole(owner.id, 'viewer') : operators[change](owner.id);
    expect(await result).toBe('last-owner');
    expect(await operators.find(owner.id)).toMatchObject({ role: 'owner', isDisabled: false });
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
    await accounts.operators.disable(other.id);
    expect(await accounts.operators.remove(owner.id)).toBe('last-owner');
  });
});

describe('a changed account', () => {
  it('loses its sessions when the role falls, and keeps them when it rises', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    const { token } = await accounts.sessions.start(person.id, client);
    await accounts.operators.changeRole(person.id, 'owner');
    expect(await accounts.sessions.authenticate(token)).toMatchObject({ operator: { role: 'owner' } });
    await accounts.operators.changeRole(person.id, 'viewer');
    expect(await accounts.sessions.authenticate(token)).toBeNull();
  });

  it('loses its sessions when it is disabled, and cannot sign in until it is enabled', async () => {
    await accounts.makeOwner();
    const person = await accounts.makeOperator('person@example.org', 'operator');
    const { token } = await accounts.sessions.start(person.id, client);
    const signIn = () => accounts.passwordSignIn.signIn({ email: person.email, password: goodPassword, client });
    await accounts.operators.disable(person.id);
    expect(await accounts.sessions.authenticate(token)).toBeNull();
    expect(await signIn()).toEqual({ rejected: 'wrong-credentials' });
    await accounts.operators.enable(person.id);
    expect(await signIn()).toMatchObject({ session: expect.anything() });
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
    const change = { current: 'not the password', next: 'another good one', keptSessionId: sessionId };
    expect(await accounts.operators.changePassword(owner.id, change)).toBe('wrong-password');
  });

  it('ends every session but the one that changed it', async () => {
    const owner = await accounts.makeOwner();
    const kept = await accounts.sessions.start(owner.id, client);
    const other = await accounts.sessions.start(owner.id, client);
    const change = { current: goodPassword, next: 'another good one', keptSessionId: kept.sessionId };
    expect(await accounts.operators.changePassword(owner.id, change)).toBe('changed');
    expect(await accounts.sessions.authenticate(kept.token)).not.toBeNull();
    expect(await accounts.sessions.authenticate(other.token)).toBeNull();
    const signIn = (password: string) => accounts.passwordSignIn.signIn({ email: owner.email, password, client });
    expect(await signIn(goodPassword)).toEqual({ rejected: 'wrong-credentials' });
    expect(await signIn('another good one')).toMatchObject({ session: expect.anything() });
  });
});
