import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operator } from '../../src/accounts/account-shapes.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type AccountsStage, client, openAccounts } from './stage.ts';

let database: MigratedDatabase;
let accounts: AccountsStage;
let owner: Operator;

beforeEach(async () => {
  database = await openMigratedDatabase();
  accounts = openAccounts(database.pool);
  owner = await accounts.makeOwner();
});

afterEach(() => database.close());

const age = (column: 'created_at' | 'used_at', interval: string) =>
  database.pool.query(`update operator_sessions set ${column} = now() - $1::interval`, [interval]);

describe('a session', () => {
  it('names its account', async () => {
    const { token, sessionId } = await accounts.sessions.start(owner.id, client);
    expect(await accounts.sessions.authenticate(token)).toEqual({
      sessionId,
      operator: expect.objectContaining({ id: owner.id, role: 'owner' }),
    });
  });

  it('has a new token at each sign-in, stored hashed', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => accounts.sessions.start(owner.id, client)));
    expect(first?.token).not.toBe(second?.token);
    const { rows } = await database.pool.query('select * from operator_sessions');
    expect(JSON.stringify(rows)).not.toContain(first?.token);
  });

  it('ends after 12 hours without use', async () => {
    const { token } = await accounts.sessions.start(owner.id, client);
    await age('used_at', '11 hours 59 minutes');
    expect(await accounts.sessions.authenticate(token)).not.toBeNull();
    await age('used_at', '12 hours 1 minute');
    expect(await accounts.sessions.authenticate(token)).toBeNull();
  });

  it('lasts on while it is used, for 30 days', async () => {
    const { token } = await accounts.sessions.start(owner.id, client);
    await age('used_at', '11 hours');
    await accounts.sessions.authenticate(token);
    const { rows } = await database.pool.query(
      "select used_at > now() - interval '1 minute' as used from operator_sessions",
    );
    expect(rows).toEqual([{ used: true }]);
    await age('created_at', '30 days 1 minute');
    expect(await accounts.sessions.authenticate(token)).toBeNull();
  });

  it('is listed and ended by its own account alone', async () => {
    const other = await accounts.makeOperator('other@example.org', 'owner');
    const { sessionId, token } = await accounts.sessions.start(owner.id, client);
    expect(await accounts.sessions.list(owner.id)).toMatchObject([{ id: sessionId, ...client }]);
    expect(await accounts.sessions.end(other.id, sessionId)).toBe('missing');
    expect(await accounts.sessions.end(owner.id, sessionId)).toBe('ended');
    expect(await accounts.sessions.authenticate(token)).toBeNull();
  });

  it('is removed when its time is over', async () => {
    await accounts.sessions.start(owner.id, client);
    await age('created_at', '31 days');
    await accounts.sessions.start(owner.id, client);
    expect(await accounts.sessions.removeExpired()).toBe(1);
    expect(await accounts.sessions.list(owner.id)).toHaveLength(1);
  });

  it('is recorded as a sign-in', async () => {
    await accounts.sessions.start(owner.id, client);
    const { rows } = await database.pool.query(
      "select actor_kind, actor_id, kind from request_events where kind <> 'account'",
    );
    expect(rows).toEqual([{ actor_kind: 'operator', actor_id: owner.id, kind: 'sign-in' }]);
  });

  it('is not found behind a token that is none', async () => {
    for (const token of ['', 'x', "' or 1=1 --", '\u0000']) {
      expect(await accounts.sessions.authenticate(token)).toBeNull();
    }
  });
});
