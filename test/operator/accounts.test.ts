import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperatorRole } from '../../src/accounts/roles.ts';
import { goodPassword } from '../accounts/stage.ts';
import {
  api,
  type Caller,
  cookieName,
  cookieOf,
  createCaller,
  type OperatorStage,
  openOperatorStage,
} from './stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

beforeEach(() => stage.database.pool.query('truncate sign_in_attempts, operator_links'));

afterAll(() => stage.close());

const credentials = { email: 'owner@example.org', password: goodPassword };
const signIn = (body: unknown = credentials, headers: Record<string, string> = {}) =>
  stage.stranger.call('POST', `${api}/session`, { body, headers });
const withCookie = (cookie: string) => createCaller(stage.address, { ...stage.stranger.headers, cookie });
const isSignedIn = async (caller: Caller) => (await caller.call('GET', `${api}/session`)).status === 200;

/** Counts attempts as signing in does, without the time that each password takes. */
async function countAttempts(count: number, email = credentials.email): Promise<void> {
  for (let attempt = 0; attempt < count; attempt += 1) await stage.accounts.limits.count(email, '127.0.0.1');
}

const newAddress = () => `${randomUUID()}@example.org`;

/** Makes a person of this role. The session of each is the only one. */
async function newPerson(role: OperatorRole): Promise<{ id: string; email: string; caller: Caller }> {
  const { id, email } = await stage.accounts.makeOperator(newAddress(), role);
  return { id, email, caller: await stage.signIn(id) };
}

describe('signing in', () => {
  it('sets a cookie that scripts and other sites do not get', async () => {
    const { status, headers, text } = await signIn();
    expect([status, text]).toEqual([204, '']);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^commissions-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await isSignedIn(withCookie(cookieOf(headers)))).toBe(true);
  });

  it('sets a secure cookie of this host alone where people use https', async () => {
    const secure = await openOperatorStage({ inboxUrl: 'https://inbox.example.org' });
    const { status, headers } = await secure.stranger.call('POST', `${api}/session`, {
      body: credentials,
      headers: { origin: 'https://inbox.example.org' },
    });
    expect(status).toBe(204);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-commissions-session=\S+; .*HttpOnly; Secure; SameSite=Strict$/);
    await secure.close();
  });

  it('takes no session that the browser brought along', async () => {
    const fixed = `${cookieName}=${'A'.repeat(43)}`;
    const { headers } = await signIn(credentials, { cookie: fixed });
    expect(cookieOf(headers)).not.toBe(fixed);
    expect(await isSignedIn(withCookie(fixed))).toBe(false);
    const again = await signIn(credentials, { cookie: cookieOf(headers) });
    expect(cookieOf(again.headers)).not.toBe(cookieOf(headers));
  });

  it('rejects a wrong password and an unknown account alike', async () => {
    const wrong = await signIn({ ...credentials, password: 'a kettle full of snow' });
    const unknown = await signIn({ ...credentials, email: 'nobody@example.org' });
    expect(wrong.status).toBe(401);
    expect({ ...unknown.body }).toEqual({ ...wrong.body });
  });

  it('stops guessing, and says when to try again', async () => {
    await countAttempts(9);
    expect((await signIn({ ...credentials, password: 'a wrong guess' })).status).toBe(401);
    const { status, headers } = await signIn();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts guesses by an address that a client cannot choose', async () => {
    await countAttempts(9);
    await signIn({ ...credentials, password: 'a wrong guess' }, { 'x-forwarded-for': '192.0.2.98' });
    expect((await signIn(credentials, { 'x-forwarded-for': '192.0.2.99' })).status).toBe(429);
  });

  it.each(['ann\0@example.org', '\0', 'ann@example.org\ud800'])('answers 422 to the address %j', async (email) => {
    const { status, body } = await signIn({ ...credentials, email });
    expect({ status, issues: body.issues.map(({ path }: { path: string }) => path) }).toEqual({
      status: 422,
      issues: ['/email'],
    });
  });
});

describe('signing in behind trusted proxies', () => {
  let proxied: OperatorStage;

  beforeAll(async () => {
    proxied = await openOperatorStage({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
  });

  afterAll(() => proxied.close());

  it.each([
    ['their own entry', '203.0.113.66, 192.0.2.7, 10.1.2.3', '192.0.2.7'],
    ['a port behind the address', '203.0.113.66:1, [2001:db8::9]:4711, 10.1.2.3:80', '2001:db8::9'],
  ])('believes %s', async (_, forwarded, ipAddress) => {
    const { headers } = await proxied.stranger.call('POST', `${api}/session`, {
      body: credentials,
      headers: { 'x-forwarded-for': forwarded, 'user-agent': 'A browser' },
    });
    const caller = createCaller(proxied.address, { cookie: cookieOf(headers) });
    const { body } = await caller.call('GET', `${api}/sessions`);
    expect(body.items).toContainEqual(expect.objectContaining({ ipAddress, userAgent: 'A browser', isCurrent: true }));
  });
});

describe('a session', () => {
  it('ends with sign-out', async () => {
    const { caller } = await newPerson('viewer');
    const { status, headers } = await caller.call('DELETE', `${api}/session`);
    expect(status).toBe(204);
    expect(headers.getSetCookie()[0]).toMatch(/^commissions-session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await isSignedIn(caller)).toBe(false);
  });

  it('is listed for its owner, who ends one or all of them', async () => {
    const { id, caller: here } = await newPerson('viewer');
    const there = await stage.signIn(id);
    const { body } = await here.call('GET', `${api}/sessions`);
    expect(body.items.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
    const other = body.items.find((item: { isCurrent: boolean }) => !item.isCurrent);
    expect((await stage.owner.call('DELETE', `${api}/sessions/${other.id}`)).status).toBe(404);
    expect((await here.call('DELETE', `${api}/sessions/${other.id}`)).status).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await here.call('DELETE', `${api}/sessions`)).status).toBe(204);
    expect(await isSignedIn(here)).toBe(false);
  });

  it('ends when the password changes, in this browser too, which gets a new one', async () => {
    const { id, email, caller: here } = await newPerson('operator');
    const there = await stage.signIn(id);
    const change = (body: unknown) => here.call('POST', `${api}/password`, { body });
    expect((await change({ current: 'not my password', next: 'a bucket full of stars' })).status).toBe(401);
    expect((await change({ current: goodPassword, next: 'short' })).body).toMatchObject({
      status: 422,
      issues: [{ path: '/next' }],
    });
    const { status, headers } = await change({ current: goodPassword, next: 'a bucket full of stars' });
    expect(status).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
    expect(await isSignedIn(withCookie(cookieOf(headers)))).toBe(true);
    expect((await signIn({ email, password: 'a bucket full of stars' })).status).toBe(204);
  });

  it('does not let its holder guess the password', async () => {
    const { caller, email } = await newPerson('operator');
    const guess = (current: string) =>
      caller.call('POST', `${api}/password`, { body: { current, next: 'a bucket full of stars' } });
    await countAttempts(9, email);
    expect((await guess('a wrong guess')).status).toBe(401);
    expect((await guess(goodPassword)).status).toBe(429);
  });

  it('ends when the role falls, when the account is disabled and when it is removed', async () => {
    const changes = [
      (id: string) => stage.owner.call('PATCH', `${api}/operators/${id}`, { body: { role: 'viewer' } }),
      (id: string) => stage.owner.call('PATCH', `${api}/operators/${id}`, { body: { isDisabled: true } }),
      (id: string) => stage.owner.call('DELETE', `${api}/operators/${id}`),
    ];
    const { id, email } = await newPerson('operator');
    for (const change of changes) {
      await stage.owner.call('PATCH', `${api}/operators/${id}`, { body: { isDisabled: false } });
      const person = await stage.signIn(id);
      expect((await change(id)).status).toBeLessThan(300);
      expect(await isSignedIn(person)).toBe(false);
    }
    expect((await signIn({ email, password: goodPassword })).status).toBe(401);
  });
});

describe('a link', () => {
  const account = { name: 'Ann', password: 'a bucket full of stars' };
  const accept = (body: unknown) => stage.stranger.call('POST', `${api}/links/accept`, { body });

  async function invite(email = newAddress()) {
    const { body } = await stage.owner.call('POST', `${api}/invitations`, { body: { email, role: 'operator' } });
    expect(body.url).toMatch(new RegExp(`^${stage.address}/invitation#[\\w-]{43}$`));
    return { email, id: body.invitation.id as string, token: body.url.split('#')[1] as string };
  }

  it('makes an account once, and signs in', async () => {
    const { token, email } = await invite();
    expect((await stage.stranger.call('POST', `${api}/links/look-up`, { body: { token } })).body).toEqual({
      kind: 'invitation',
      email,
      role: 'operator',
    });
    const made = await accept({ token, ...account });
    expect([made.status, made.body.email, made.body.role]).toEqual([201, email, 'operator']);
    expect(JSON.stringify(made.body)).not.toMatch(/scrypt|hash"/);
    expect(await isSignedIn(withCookie(cookieOf(made.headers)))).toBe(true);
    expect((await accept({ token, ...account })).body).toMatchObject({ status: 404, title: 'The link is not valid' });
  });

  it('makes one account when two people take it at once', async () => {
    const { token } = await invite();
    const both = await Promise.all([accept({ token, ...account }), accept({ token, ...account, name: 'Bob' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  it('is not valid late, withdrawn, or for another address', async () => {
    const { token, id, email } = await invite();
    await stage.database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    expect((await accept({ token, ...account })).status).toBe(404);
    const { token: withdrawn, id: second } = await invite(email);
    expect((await stage.owner.call('DELETE', `${api}/invitations/${second}`)).status).toBe(204);
    expect((await accept({ token: withdrawn, ...account })).status).toBe(404);
    expect((await stage.owner.call('DELETE', `${api}/invitations/${id}`)).status).toBe(404);
    const { token: fixed } = await invite(email);
    expect((await accept({ token: fixed, ...account, email: 'mallory@example.org' })).body.email).toBe(email);
  });

  it('rejects passwords that are short, long, common or the address', async () => {
    const { token, email } = await invite();
    for (const password of ['elevenchars', 'x'.repeat(257), 'passwordpassword', email.toUpperCase()]) {
      expect((await accept({ token, ...account, password })).body).toMatchObject({
        status: 422,
        issues: [{ path: '/password' }],
      });
    }
    expect((await accept({ token, ...account })).status).toBe(201);
  });

  it('is made from the address that the listener knows, whatever host a request names', async () => {
    const { body } = await stage.owner.call('POST', `${api}/invitations`, {
      body: { email: newAddress(), role: 'viewer' },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    });
    expect(body.url).not.toContain('evil');
  });

  it('is not sent to an address with an account', async () => {
    const { status } = await stage.owner.call('POST', `${api}/invitations`, {
      body: { email: 'OWNER@example.org', role: 'viewer' },
    });
    expect(status).toBe(409);
  });
});

describe('a link for a new password', () => {
  const next = 'a bucket full of stars';
  const setPassword = (body: unknown) => stage.stranger.call('POST', `${api}/links/password`, { body });

  async function makeLink(id: string, owner = stage.owner): Promise<string> {
    const made = await owner.call('POST', `${api}/operators/${id}/password-link`);
    expect([made.status, made.body.expiresAt]).toEqual([201, expect.stringMatching(/Z$/)]);
    expect(made.body.url).toMatch(new RegExp(`^${stage.address}/new-password#[\\w-]{43}$`));
    return made.body.url.split('#')[1];
  }

  it('signs in with it, also behind too many attempts, and works once', async () => {
    const { id, email } = await newPerson('operator');
    const token = await makeLink(id);
    await countAttempts(10, email);
    expect((await signIn({ email, password: goodPassword })).status).toBe(429);
    const looked = await stage.stranger.call('POST', `${api}/links/look-up`, { body: { token } });
    expect(looked.body).toEqual({ kind: 'password', email, role: 'operator' });
    expect((await setPassword({ token, password: 'short' })).body).toMatchObject({ issues: [{ path: '/password' }] });
    const { status, headers, body } = await setPassword({ token, password: next });
    expect([status, body.email]).toEqual([200, email]);
    expect(await isSignedIn(withCookie(cookieOf(headers)))).toBe(true);
    expect((await setPassword({ token, password: next })).status).toBe(404);
    expect((await signIn({ email, password: next })).status).toBe(204);
  });

  it('makes no account', async () => {
    const { id } = await newPerson('operator');
    const token = await makeLink(id);
    const body = { token, name: 'Mallory', email: 'mallory@example.org', password: next };
    expect((await stage.stranger.call('POST', `${api}/links/accept`, { body })).status).toBe(404);
    expect((await setPassword({ token: 'unknown', password: next })).body.title).toBe('The link is not valid');
  });

  it('is listed for owners without its token, and ends when one withdraws it', async () => {
    const { id } = await newPerson('operator');
    const token = await makeLink(id);
    const { text, body } = await stage.owner.call('GET', `${api}/password-links`);
    expect(text).not.toContain(token);
    const { body: session } = await stage.owner.call('GET', `${api}/session`);
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        operatorId: id,
        createdBy: session.operator.id,
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
      },
    ]);
    const path = `${api}/password-links/${body.items[0].id}`;
    expect((await stage.owner.call('DELETE', path)).status).toBe(204);
    expect((await stage.owner.call('DELETE', path)).status).toBe(404);
    expect((await setPassword({ token, password: next })).status).toBe(404);
    expect((await stage.owner.call('GET', `${api}/password-links`)).body).toEqual({ items: [] });
  });

  it('ends when the person changes the password, and when the owner who made it is lowered', async () => {
    const { id, caller } = await newPerson('operator');
    const first = await makeLink(id);
    const change = { current: goodPassword, next };
    expect((await caller.call('POST', `${api}/password`, { body: change })).status).toBe(204);
    expect((await setPassword({ token: first, password: 'a third good password' })).status).toBe(404);

    const other = await newPerson('owner');
    const second = await makeLink(id, other.caller);
    const path = `${api}/operators/${other.id}`;
    expect((await stage.owner.call('PATCH', path, { body: { role: 'operator' } })).status).toBe(200);
    expect((await setPassword({ token: second, password: 'a third good password' })).status).toBe(404);
  });

  it('is not made for an account that is not there', async () => {
    expect((await stage.owner.call('POST', `${api}/operators/${randomUUID()}/password-link`)).status).toBe(404);
  });
});

describe('an owner', () => {
  it('cannot take the last owner away', async () => {
    const { body } = await stage.owner.call('GET', `${api}/session`);
    const path = `${api}/operators/${body.operator.id}`;
    expect((await stage.owner.call('PATCH', path, { body: { role: 'viewer' } })).body).toMatchObject({ status: 409 });
    expect((await stage.owner.call('PATCH', path, { body: { isDisabled: true } })).status).toBe(409);
    expect((await stage.owner.call('DELETE', path)).status).toBe(409);
    expect(await isSignedIn(stage.owner)).toBe(true);
  });

  it('sees no account that is not there', async () => {
    expect(
      (await stage.owner.call('PATCH', `${api}/operators/${randomUUID()}`, { body: { role: 'viewer' } })).status,
    ).toBe(404);
    expect((await stage.owner.call('DELETE', `${api}/operators/${randomUUID()}`)).status).toBe(404);
  });

  it('makes tokens that are shown once, expire and are revoked', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { status, body } = await stage.owner.call('POST', `${api}/tokens`, {
      body: { name: 'A bot', scopes: ['read'], expiresAt },
    });
    expect([status, body.token.name, body.token.expiresAt]).toEqual([201, 'A bot', expiresAt]);
    expect(body.secret).toMatch(/^csk_[\w-]{43}$/);
    const bot = createCaller(stage.address, { authorization: `Bearer ${body.secret}` });
    expect((await bot.call('GET', `${api}/requests`)).status).toBe(200);
    const list = await stage.owner.call('GET', `${api}/tokens`);
    expect(list.text).not.toContain(body.secret);
    expect(list.body.items[0]).toMatchObject({ scopes: ['read'], usedAt: expect.any(String) });
    await stage.database.pool.query("update api_tokens set expires_at = now() - interval '1 second'");
    expect((await bot.call('GET', `${api}/requests`)).status).toBe(401);
    await stage.database.pool.query('update api_tokens set expires_at = null');
    expect((await stage.owner.call('DELETE', `${api}/tokens/${body.token.id}`)).status).toBe(204);
    expect((await bot.call('GET', `${api}/requests`)).status).toBe(401);
    expect((await stage.owner.call('DELETE', `${api}/tokens/${body.token.id}`)).status).toBe(404);
  });
});
