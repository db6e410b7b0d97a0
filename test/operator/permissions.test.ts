import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Permission, permissions } from '../../src/http/operator/access/permissions.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

const people = ['viewer', 'operator', 'owner'] as const;
const scopes = ['read', 'write', 'erase'] as const;
const callers = ['stranger', ...people, ...scopes] as const;
type CallerName = (typeof callers)[number];

interface Case {
  readonly allowed: readonly CallerName[];
  readonly refused: readonly CallerName[];
}

const everybody: Case = { allowed: callers, refused: [] };
const readers: Case = { allowed: ['viewer', 'operator', 'owner', 'read', 'write', 'erase'], refused: ['stranger'] };
const writers: Case = { allowed: ['operator', 'owner', 'write'], refused: ['stranger', 'viewer', 'read', 'erase'] };
const erasers: Case = { allowed: ['owner', 'erase'], refused: ['stranger', 'viewer', 'operator', 'read', 'write'] };
const signedIn: Case = { allowed: people, refused: ['stranger', ...scopes] };
const changersOfTheStudio: Case = { allowed: ['operator', 'owner'], refused: ['stranger', 'viewer', ...scopes] };
const owners: Case = { allowed: ['owner'], refused: ['stranger', 'viewer', 'operator', ...scopes] };

/** The expected permissions, written independently of the table under test. */
const cases: Readonly<Record<string, Case>> = {
  'GET /healthz': everybody,
  'GET /openapi.json': everybody,
  'GET /': signedIn,
  'GET /requests/:id': signedIn,
  'GET /board': signedIn,
  'GET /held': signedIn,
  'GET /settings': signedIn,
  'GET /settings/*': signedIn,
  'GET /inbox-assets/*': everybody,
  'GET /form-preview/': signedIn,
  'GET /form-preview/assets/*': everybody,
  'GET /pictures/:name': readers,
  'GET /sign-in': everybody,
  'GET /set-up': everybody,
  'GET /invitation': everybody,
  'GET /new-password': everybody,
  'GET /sign-in/pictures/:name': everybody,
  'GET /sign-in/open-id-connect': everybody,
  'GET /sign-in/open-id-connect/callback': everybody,
  [`GET ${api}/sign-in-options`]: everybody,
  [`POST ${api}/links/look-up`]: everybody,
  [`POST ${api}/links/accept`]: everybody,
  [`POST ${api}/links/password`]: everybody,
  [`POST ${api}/session`]: everybody,
  [`GET ${api}/session`]: signedIn,
  [`DELETE ${api}/session`]: signedIn,
  [`GET ${api}/sessions`]: signedIn,
  [`DELETE ${api}/sessions`]: signedIn,
  [`DELETE ${api}/sessions/:id`]: signedIn,
  [`POST ${api}/password`]: signedIn,
  [`GET ${api}/operators`]: owners,
  [`PATCH ${api}/operators/:id`]: owners,
  [`DELETE ${api}/operators/:id`]: owners,
  [`POST ${api}/operators/:id/password-link`]: owners,
  [`GET ${api}/password-links`]: owners,
  [`DELETE ${api}/password-links/:id`]: owners,
  [`GET ${api}/invitations`]: owners,
  [`POST ${api}/invitations`]: owners,
  [`DELETE ${api}/invitations/:id`]: owners,
  [`GET ${api}/tokens`]: owners,
  [`POST ${api}/tokens`]: owners,
  [`DELETE ${api}/tokens/:id`]: owners,
  [`GET ${api}/requests`]: readers,
  [`GET ${api}/requests.csv`]: readers,
  [`GET ${api}/requests.jsonl`]: readers,
  [`GET ${api}/requests.zip`]: readers,
  [`GET ${api}/requests.zip/parts`]: readers,
  [`POST ${api}/requests/bulk`]: writers,
  [`GET ${api}/requests/:id`]: readers,
  [`PATCH ${api}/requests/:id`]: writers,
  [`POST ${api}/requests/:id/notes`]: writers,
  [`POST ${api}/requests/:id/place`]: writers,
  [`GET ${api}/requests/sums`]: readers,
  [`GET ${api}/requests/repeats`]: readers,
  [`GET ${api}/requests/:id/events`]: readers,
  [`GET ${api}/requests/:id/form`]: readers,
  [`GET ${api}/requests/:id/same-customer`]: readers,
  [`GET ${api}/requests/:id/status-link`]: readers,
  [`POST ${api}/requests/:id/status-link`]: writers,
  [`GET ${api}/requests/:id/files.zip`]: readers,
  [`GET ${api}/requests/:id/files/:position`]: readers,
  [`GET ${api}/requests/:id/files/:position/preview`]: readers,
  [`GET ${api}/catalogue`]: readers,
  [`GET ${api}/labels`]: readers,
  [`GET ${api}/form`]: readers,
  [`GET ${api}/views`]: readers,
  [`POST ${api}/views`]: writers,
  [`DELETE ${api}/views/:id`]: writers,
  [`DELETE ${api}/requests/:id`]: erasers,
  [`GET ${api}/erasures`]: erasers,
  [`POST ${api}/erasures`]: erasers,
  [`GET ${api}/held/summary`]: readers,
  [`POST ${api}/held/release`]: writers,
  [`POST ${api}/held/erase`]: erasers,
  [`GET ${api}/blocks`]: readers,
  [`POST ${api}/blocks`]: writers,
  [`DELETE ${api}/blocks/:id`]: writers,
  [`POST ${api}/erasures/look-up`]: erasers,
  [`GET ${api}/channels`]: owners,
  [`POST ${api}/channels`]: owners,
  [`POST ${api}/channels/release`]: owners,
  [`POST ${api}/channels/mail`]: owners,
  [`PUT ${api}/channels/:id/mail`]: owners,
  [`GET ${api}/channels/health`]: readers,
  [`GET ${api}/channels/:id`]: owners,
  [`PATCH ${api}/channels/:id`]: owners,
  [`DELETE ${api}/channels/:id`]: owners,
  [`POST ${api}/channels/:id/secret`]: owners,
  [`POST ${api}/channels/:id/test`]: owners,
  [`GET ${api}/channels/:id/deliveries`]: readers,
  [`POST ${api}/channels/:id/resend`]: writers,
  [`POST ${api}/channels/:id/resend/look-up`]: writers,
  [`GET ${api}/requests/:id/deliveries`]: readers,
  [`POST ${api}/requests/:id/messages`]: writers,
  [`DELETE ${api}/requests/:id/messages/:deliveryId`]: writers,
  [`GET ${api}/deliveries/:id`]: readers,
  [`POST ${api}/deliveries/:id/resend`]: writers,
  [`GET ${api}/mail`]: readers,
  [`GET ${api}/mail/previews/:template`]: owners,
  [`GET ${api}/mail/previews/:template/html`]: owners,
  [`GET ${api}/message-templates`]: readers,
  [`POST ${api}/message-templates`]: writers,
  [`DELETE ${api}/message-templates/:id`]: writers,
  [`GET ${api}/changes`]: readers,
  [`GET ${api}/history`]: readers,
  [`GET ${api}/disk`]: readers,
  [`GET ${api}/health`]: owners,
  [`GET ${api}/studio`]: readers,
  [`PATCH ${api}/studio`]: owners,
  [`GET ${api}/studio/opening`]: readers,
  [`PUT ${api}/studio/opening`]: changersOfTheStudio,
  [`GET ${api}/studio/used-ids`]: readers,
  [`GET ${api}/studio/draft`]: readers,
  [`PUT ${api}/studio/draft`]: changersOfTheStudio,
  [`POST ${api}/studio/publish`]: changersOfTheStudio,
  [`GET ${api}/studio/pictures`]: readers,
  [`POST ${api}/studio/pictures`]: owners,
  [`GET ${api}/studio/revisions`]: readers,
  [`GET ${api}/studio/revisions/:revision`]: readers,
  [`POST ${api}/studio/revisions/:revision/publish`]: owners,
  [`GET ${api}/stream`]: readers,
};

let stage: OperatorStage;
const routes: string[] = [];

beforeAll(async () => {
  stage = await openOperatorStage({
    openIdConnect: () => ({
      provider: { begin: () => Promise.reject(new Error('away')), finish: () => Promise.reject(new Error('away')) },
      identities: { signIn: async () => null },
    }),
    onRoute: (route) => routes.push(route),
  });
});

afterAll(() => stage.close());

describe('the table of permissions', () => {
  it('has a rule for every route, and a route for every rule', () => {
    expect(routes.length).toBeGreaterThan(30);
    expect([...routes].sort()).toEqual(Object.keys(permissions).sort());
  });

  it('is tried for every route, and for everybody on each', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(permissions).sort());
    for (const [route, { allowed, refused }] of Object.entries(cases)) {
      expect([route, [...allowed, ...refused].sort()]).toEqual([route, [...callers].sort()]);
    }
  });

  it('refuses a route without a rule to everybody', async () => {
    const unruled = await openOperatorStage({
      onApp: (app) => void app.get('/forgotten', async () => 'secret'),
    });
    expect((await unruled.owner.call('GET', '/forgotten')).status).toBe(403);
    expect((await unruled.stranger.call('GET', '/forgotten')).status).toBe(403);
    await unruled.close();
  });

  it('lets no token manage accounts', () => {
    const managing = Object.entries(permissions).filter(([route]) =>
      /operators|invitations|tokens|password|session/.test(route.replace(api, '')),
    );
    const forTokens = managing.filter(([, rule]: [string, Permission]) => rule !== 'public' && rule.scope !== null);
    expect(forTokens).toEqual([]);
  });
});

describe('a route', () => {
  it.each(Object.entries(cases))('answers for each caller by its permission: %s', async (route, { refused }) => {
    const found = await Promise.all(callers.map(async (name) => [name, verdictOf(await statusFor(route, name))]));
    const expected = (name: CallerName) => (name === 'stranger' ? 'signed out' : 'not permitted');
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(callers.map((name) => [name, refused.includes(name) ? expected(name) : 'let in'])),
    );
  });
});

/** An allowed caller passes the check and receives a success or a fault of the request. */
function verdictOf(status: number): string {
  if (status === 401) return 'signed out';
  return status === 403 ? 'not permitted' : 'let in';
}

// Signing in with an empty body is a fault of the body, whoever sends it.
async function statusFor(route: string, name: CallerName): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(':id', randomUUID()).replace(':position', '0');
  const caller = await callerOf(name);
  if (pattern.endsWith('/stream')) return streamStatus(caller);
  const hasBody = method === 'POST' || method === 'PATCH';
  return (await caller.call(method, path, hasBody ? { body: {} } : {})).status;
}

/** Each call has a new caller, because some routes end the session. */
async function callerOf(name: CallerName): Promise<Caller> {
  if (name === 'stranger') return stage.stranger;
  const role = people.find((one) => one === name);
  return role ? stage.person(role) : stage.program(...scopes.filter((scope) => scope === name));
}

async function streamStatus({ headers }: Caller): Promise<number> {
  const leaving = new AbortController();
  const response = await fetch(`${stage.address}${api}/stream`, { headers, signal: leaving.signal });
  leaving.abort();
  return response.status;
}
