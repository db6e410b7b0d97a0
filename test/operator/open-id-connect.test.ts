import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenIdConnect } from '../../src/accounts/create-open-id-connect.ts';
import { createSessions } from '../../src/accounts/sessions.ts';
import { createIdentitySignIn } from '../../src/accounts/sign-in.ts';
import { freePort } from '../support/free-port.ts';
import { type IdentityProvider, type Person, startIdentityProvider } from './identity-provider.ts';
import { api, cookieOf, createCaller, type OperatorStage, openOperatorStage } from './stage.ts';

const begin = '/sign-in/open-id-connect';

let provider: IdentityProvider;
let stage: OperatorStage;

beforeAll(async () => {
  const port = await freePort();
  const redirectUrl = `http://127.0.0.1:${port}${begin}/callback`;
  provider = await startIdentityProvider(await freePort(), redirectUrl);
  stage = await openOperatorStage({
    port,
    openIdConnect: (pool) => ({
      provider: createOpenIdConnect({ issuer: provider.issuer, ...provider.client, redirectUrl }),
      identities: createIdentitySignIn(pool, createSessions(pool)),
    }),
  });
});

afterAll(async () => {
  await stage.close();
  await provider.close();
});

interface ProviderReturn {
  /** The path at the inbox to which the provider redirects the browser. */
  readonly path: string;
  /** The cookies that the inbox has set meanwhile. */
  readonly cookies: string;
}

/** Follows the redirects to the provider and back as a browser does, up to the last step. */
async function signInAtProvider(person: Person): Promise<ProviderReturn> {
  provider.person = person;
  const begun = await stage.stranger.call('GET', begin);
  expect(begun.status).toBe(303);
  const [cookie = ''] = begun.headers.getSetCookie();
  expect(cookie).toMatch(/^commissions-open-id-connect=\S+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const jar = new Map<string, string>();
  let url = new URL(begun.headers.get('location') ?? '');
  while (url.origin === provider.issuer) {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies } });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      jar.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? `/stuck?${await response.text()}`, url);
    if (url.pathname === '/stuck') throw new Error(decodeURIComponent(url.search));
  }
  return { path: url.pathname + url.search, cookies: cookieOf(begun.headers) };
}

const returnFromProvider = (path: string, cookie: string) => stage.stranger.call('GET', path, { headers: { cookie } });

function sessionCookieOf(headers: Headers): string | undefined {
  return headers.getSetCookie().find((cookie) => cookie.startsWith('commissions-session='));
}

async function expectRejected(path: string, cookie: string): Promise<void> {
  const { status, headers } = await returnFromProvider(path, cookie);
  expect([status, headers.get('location')]).toEqual([303, '/sign-in?failed=open-id-connect']);
  expect(sessionCookieOf(headers)).toBeUndefined();
}

async function failedSignIns(): Promise<unknown[]> {
  const { rows } = await stage.database.pool.query<{ to: unknown }>(
    `select "to" from request_events where kind = 'sign-in-failed' order by seq`,
  );
  return rows.map(({ to }) => to);
}

const owner = { email: 'owner@example.org', isVerified: true };

describe('signing in with OpenID Connect', () => {
  it('lets in who has an account, by a page that leads on', async () => {
    const { path, cookies } = await signInAtProvider(owner);
    const { status, headers, text } = await returnFromProvider(path, cookies);
    expect(status).toBe(200);
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/">');
    const caller = createCaller(stage.address, { cookie: sessionCookieOf(headers)?.split(';')[0] ?? '' });
    expect((await caller.call('GET', `${api}/session`)).body.operator.email).toBe('owner@example.org');
  });

  it('makes the account of who was invited', async () => {
    await stage.owner.call('POST', `${api}/invitations`, { body: { email: 'Ann@example.org', role: 'viewer' } });
    const { path, cookies } = await signInAtProvider({ email: 'ann@example.org', isVerified: true });
    expect((await returnFromProvider(path, cookies)).status).toBe(200);
    const { body } = await stage.owner.call('GET', `${api}/operators`);
    expect(body.items).toContainEqual(
      expect.objectContaining({ email: 'ann@example.org', role: 'viewer', name: 'A Person', hasPassword: false }),
    );
    const { items } = (await stage.owner.call('GET', `${api}/history?limit=2`)).body;
    expect(items[1]).toMatchObject({ kind: 'account', actor: { name: 'A Person' }, to: { role: 'viewer' } });
  });

  it('makes the account of who was invited at the domain in another form, and lets it in afterwards', async () => {
    const body = { email: 'zoe@müller.example', role: 'viewer' };
    expect((await stage.owner.call('POST', `${api}/invitations`, { body })).status).toBe(201);
    for (const email of ['zoe@xn--mller-kva.example', 'Zoe@MÜLLER.example']) {
      const { path, cookies } = await signInAtProvider({ email, isVerified: true });
      expect((await returnFromProvider(path, cookies)).status).toBe(200);
    }
    expect((await stage.owner.call('GET', `${api}/invitations`)).body.items).toEqual([]);
  });

  it('rejects a local part that only looks like that of an account', async () => {
    const { path, cookies } = await signInAtProvider({ email: 'ｏwner@example.org', isVerified: true });
    await expectRejected(path, cookies);
  });

  it('rejects who was not invited, and keeps the event', async () => {
    const before = await failedSignIns();
    const { path, cookies } = await signInAtProvider({ email: 'mallory@example.org', isVerified: true });
    await expectRejected(path, cookies);
    expect(await failedSignIns()).toEqual([...before, { operatorId: null }]);
  });

  it.each(['owner\0@example.org', 'owner@example.org\ud800'])(
    'rejects the address %j, and keeps the event',
    async (email) => {
      const before = await failedSignIns();
      const { path, cookies } = await signInAtProvider({ email, isVerified: true });
      await expectRejected(path, cookies);
      expect(await failedSignIns()).toEqual([...before, { operatorId: null }]);
    },
  );

  it('rejects an address that the provider has not verified, and keeps the event', async () => {
    const before = await failedSignIns();
    const { path, cookies } = await signInAtProvider({ ...owner, isVerified: false });
    await expectRejected(path, cookies);
    expect(await failedSignIns()).toEqual([...before, { operatorId: null }]);
  });

  it('rejects a return that is played again', async () => {
    const { path, cookies } = await signInAtProvider(owner);
    const { headers } = await returnFromProvider(path, cookies);
    expect(headers.getSetCookie().some((cookie) => cookie.startsWith('commissions-open-id-connect=;'))).toBe(true);
    await expectRejected(path, cookies);
    await expectRejected(path, '');
  });

  it('rejects a code in another browser, with a state of its own or none', async () => {
    const victim = await signInAtProvider(owner);
    const thief = await signInAtProvider({ email: 'mallory@example.org', isVerified: true });
    await expectRejected(victim.path, thief.cookies);
    const code = new URLSearchParams(victim.path.split('?')[1]).get('code') ?? '';
    const mixed = new URL(thief.path, stage.address);
    mixed.searchParams.set('code', code);
    await expectRejected(mixed.pathname + mixed.search, thief.cookies);
    await expectRejected(victim.path, '');
  });

  it('rejects the answer of a foreign issuer', async () => {
    const { path, cookies } = await signInAtProvider(owner);
    const foreign = new URL(path, stage.address);
    expect(foreign.searchParams.get('iss')).toBe(provider.issuer);
    foreign.searchParams.set('iss', 'https://evil.example');
    await expectRejected(foreign.pathname + foreign.search, cookies);
  });

  it('rejects a state that is older than ten minutes, forged or cut off', async () => {
    const { path, cookies } = await signInAtProvider(owner);
    const [name, value = ''] = cookies.split('=');
    const state = JSON.parse(Buffer.from(value, 'base64url').toString());
    const late = Buffer.from(JSON.stringify({ ...state, expiresAt: Date.now() - 1 })).toString('base64url');
    for (const cookie of [late, value.slice(0, 20), 'e30', 'null', '%00'])
      await expectRejected(path, `${name}=${cookie}`);
  });

  it('says when the provider is another one than configured, or away', async () => {
    const redirectUrl = `${stage.address}${begin}/callback`;
    for (const issuer of [provider.issuer.replace('127.0.0.1', 'localhost'), `http://127.0.0.1:${await freePort()}`]) {
      const other = await openOperatorStage({
        openIdConnect: (pool) => ({
          provider: createOpenIdConnect({ issuer, ...provider.client, redirectUrl }),
          identities: createIdentitySignIn(pool, createSessions(pool)),
        }),
      });
      const { status, body } = await other.stranger.call('GET', begin);
      expect([status, body.type]).toEqual([503, 'urn:commissions:problem:provider-unavailable']);
      await other.close();
    }
  });
});
