import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operator } from '../../src/accounts/account-shapes.ts';
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

async function makeLink(operatorId = owner.id, createdBy: string | null = null): Promise<string> {
  const made = await accounts.passwordLinks.make(operatorId, createdBy);
  if (made === 'missing') throw new Error(made);
  return made.token;
}

const signIn = (password: string) => accounts.passwordSignIn.signIn({ email: owner.email, password, client });

describe('a link for a new password', () => {
  it('gives the account one, and ends its sessions', async () => {
    const { token: session } = await accounts.sessions.start(owner.id, client);
    const token = await makeLink();
    expect(await accounts.links.find(token)).toEqual({ kind: 'password', email: owner.email, role: 'owner' });
    expect(await signIn(goodPassword)).toHaveProperty('session');
    expect(await accounts.passwordLinks.use(token, newPassword, client)).toMatchObject({
      operator: { id: owner.id, hasPassword: true },
      session: { token: expect.any(String) },
    });
    expect(await accounts.sessions.authenticate(session)).toBeNull();
    expect(await signIn(goodPassword)).toEqual({ rejected: 'wrong-credentials' });
    expect(await signIn(newPassword)).toHaveProperty('session');
  });

  it('is used once, of two at once by one', async () => {
    const token = await makeLink();
    const uses = await Promise.all([
      accounts.passwordLinks.use(token, newPassword, client),
      accounts.passwordLinks.use(token, `${newPassword}!`, client),
    ]);
    expect(uses.filter((result) => result === 'invalid-link')).toHaveLength(1);
    expect(await accounts.links.find(token)).toBeNull();
  });

  it('replaces the one before of the account, and no link of another account', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const [before, others] = [await makeLink(), await makeLink(other.id)];
    const after = await makeLink();
    expect(await accounts.links.find(before)).toBeNull();
    expect(await accounts.links.find(after)).not.toBeNull();
    expect(await accounts.links.find(others)).toMatchObject({ email: 'other@example.org' });
  });

  it('is over after 24 hours', async () => {
    const token = await makeLink();
    const { rows } = await database.pool.query(
      "select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours' as is_day from operator_links",
    );
    expect(rows).toEqual([{ is_day: true }]);
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect(await accounts.links.find(token)).toBeNull();
    expect(await accounts.passwordLinks.use(token, newPassword, client)).toBe('invalid-link');
    expect(await signIn(goodPassword)).toHaveProperty('session');
  });

  it('is not made for an account that is gone or disabled, and does not work when it is by then', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const token = await makeLink(other.id);
    await accounts.operators.change(other.id, { isDisabled: true });
    expect(await accounts.links.find(token)).toBeNull();
    expect(await accounts.passwordLinks.use(token, newPassword, client)).toBe('invalid-link');
    expect(await accounts.passwordLinks.make(other.id, null)).toBe('missing');
    await accounts.operators.remove(other.id);
    expect(await accounts.passwordLinks.make(other.id, null)).toBe('missing');
    expect(await accounts.passwordLinks.make(randomUUID(), null)).toBe('missing');
  });

  it('ends when the password changes otherwise', async () => {
    const token = await makeLink();
    const { sessionId } = await accounts.sessions.start(owner.id, client);
    const change = { current: goodPassword, next: newPassword, sessionId, client };
    expect(await accounts.operators.changePassword(owner.id, change)).toHaveProperty('token');
    expect(await accounts.links.find(token)).toBeNull();
    expect(await accounts.passwordLinks.use(token, 'a third good password', client)).toBe('invalid-link');
    expect(await signIn(newPassword)).toHaveProperty('session');
  });

  it('stays when a change of the password is rejected', async () => {
    const token = await makeLink();
    const { sessionId } = await accounts.sessions.start(owner.id, client);
    const change = { current: 'a wrong guess', next: newPassword, sessionId, client };
    expect(await accounts.operators.changePassword(owner.id, change)).toBe('wrong-password');
    expect(await accounts.links.find(token)).not.toBeNull();
  });

  it('ends when its account is disabled, also if it is enabled again', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const token = await makeLink(other.id);
    await accounts.operators.change(other.id, { isDisabled: true });
    await accounts.operators.change(other.id, { isDisabled: false });
    expect(await accounts.links.find(token)).toBeNull();
  });

  it('is listed while it is open, with its account and its maker, and can be withdrawn', async () => {
    const other = await accounts.makeOperator('other@example.org', 'viewer');
    const tokens = [await makeLink(other.id, owner.id), await makeLink()];
    const [ofOwner, ofOther] = await accounts.passwordLinks.list();
    expect(ofOwner).toMatchObject({ operatorId: owner.id, createdBy: null });
    expect(ofOther).toEqual({
      id: expect.any(String),
      operatorId: other.id,
      createdBy: owner.id,
      createdAt: expect.any(Date),
      expiresAt: expect.any(Date),
    });
    expect(await accounts.passwordLinks.withdraw(ofOther?.id ?? '')).toBe('withdrawn');
    expect(await accounts.passwordLinks.withdraw(ofOther?.id ?? '')).toBe('missing');
    expect(await accounts.links.find(tokens[0] ?? '')).toBeNull();
    expect(await accounts.passwordLinks.list()).toHaveLength(1);
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect(await accounts.passwordLinks.list()).toEqual([]);
    expect(await accounts.links.find(tokens[1] ?? '')).toBeNull();
  });

  it('is not withdrawn as an invitation, nor the other way round', async () => {
    await makeLink();
    await accounts.links.invite('ann@example.org', 'viewer', null);
    const [[link], [invitation]] = [await accounts.passwordLinks.list(), await accounts.links.invitations()];
    expect(await accounts.links.withdraw(link?.id ?? '')).toBe('missing');
    expect(await accounts.passwordLinks.withdraw(invitation?.id ?? '')).toBe('missing');
    expect([await accounts.passwordLinks.list(), await accounts.links.invitations()]).toMatchObject([[{}], [{}]]);
  });

  it('makes no account, and an invitation sets no password', async () => {
    const token = await makeLink();
    const account = { name: 'Mallory', email: 'mallory@example.org', password: newPassword };
    expect(await accounts.links.accept(token, account)).toBe('invalid-link');
    expect(await accounts.links.find(token)).not.toBeNull();
    const invited = await accounts.links.invite('ann@example.org', 'viewer', null);
    if (typeof invited === 'string') throw new Error(invited);
    expect(await accounts.passwordLinks.use(invited.token, newPassword, client)).toBe('invalid-link');
    expect(await accounts.links.find(invited.token)).not.toBeNull();
    expect(await accounts.links.invitations()).toHaveLength(1);
  });

  it('is not stored in a form that opens the door', async () => {
    const token = await makeLink();
    expect(JSON.stringify((await database.pool.query('select * from operator_links')).rows)).not.toContain(token);
  });
});

describe.each<[string, (id: string) => Promise<unknown>]>([
  ['removed', (id) => accounts.operators.remove(id)],
  ['disabled', (id) => accounts.operators.change(id, { isDisabled: true })],
  ['lowered', (id) => accounts.operators.change(id, { role: 'operator' })],
])('an owner who is %s', (_, lower) => {
  let maker: Operator;
  let other: Operator;

  beforeEach(async () => {
    maker = await accounts.makeOperator('maker@example.org', 'owner');
    other = await accounts.makeOperator('other@example.org', 'viewer');
  });

  async function invite(email: string, createdBy: string | null): Promise<string> {
    const invited = await accounts.links.invite(email, 'owner', createdBy);
    if (typeof invited === 'string') throw new Error(invited);
    return invited.token;
  }

  it('leaves no link to a new password and no invitation', async () => {
    const tokens = [await makeLink(other.id, maker.id), await invite('friend@example.org', maker.id)];
    await lower(maker.id);
    for (const token of tokens) expect(await accounts.links.find(token)).toBeNull();
    expect(await accounts.passwordLinks.use(tokens[0] ?? '', newPassword, client)).toBe('invalid-link');
    const account = { name: 'Friend', email: 'friend@example.org', password: newPassword };
    expect(await accounts.links.accept(tokens[1] ?? '', account)).toBe('invalid-link');
    expect([await accounts.passwordLinks.list(), await accounts.links.invitations()]).toEqual([[], []]);
  });

  it('leaves the links of others and of the shell', async () => {
    const third = await accounts.makeOperator('third@example.org', 'viewer');
    const tokens = [
      await makeLink(other.id, owner.id),
      await makeLink(third.id),
      await invite('ann@example.org', owner.id),
      await invite('bob@example.org', null),
    ];
    await lower(maker.id);
    for (const token of tokens) expect(await accounts.links.find(token)).not.toBeNull();
  });

  it('makes no link afterwards, nor while it happens', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select from operators where id = $1 for update', [maker.id]);
    const meanwhile = [
      accounts.passwordLinks.make(other.id, maker.id),
      accounts.links.invite('friend@example.org', 'owner', maker.id),
    ];
    const isWaiting = async () => {
      const text =
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      return (await database.pool.query<{ n: number }>(text)).rows[0]?.n;
    };
    await expect.poll(isWaiting).toBe(2);
    await client.query("update operators set role = 'viewer' where id = $1", [maker.id]);
    await client.query('commit');
    client.release();
    expect(await Promise.all(meanwhile)).toEqual(['missing', 'missing']);
    await lower(maker.id);
    expect(await accounts.passwordLinks.make(other.id, maker.id)).toBe('missing');
    expect([await accounts.passwordLinks.list(), await accounts.links.invitations()]).toEqual([[], []]);
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
