import { createHash, randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, openAccounts } from '../accounts/stage.ts';
import { picture } from '../pictures/pictures.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { deliveryResponses } from './delivery-responses.ts';
import { guardResponses } from './guard-responses.ts';
import { api, type Called, type Caller, createCaller, type OperatorStage, openOperatorStage } from './stage.ts';
import { storeFiles } from './stored-files.ts';
import { studioResponses } from './studio-responses.ts';

/** One operation of the OpenAPI document. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly takesQuery: boolean;
  readonly takesBody: boolean;
  readonly responses: ReadonlyMap<string, DescribedResponse>;
}

interface DescribedResponse {
  /** The media types of the body. */
  readonly types: readonly string[];
  /** The schemas of the headers, by names in lower case. */
  readonly headers: ReadonlyMap<string, { readonly type: string }>;
}

type Provoke = () => Promise<Called>;

/** With this header the stage sends U+0000 to the database, as a route would whose schema lets it through. */
const withNul = 'x-with-nul';

let stage: OperatorStage;
/** The same stage on a database that does not respond. */
let away: OperatorStage;
let awayPool: Pool;
let operations: readonly Operation[];
let owner: Caller;
let ownerId: string;

beforeAll(async () => {
  stage = await openOperatorStage({
    maxExports: 1,
    attachments: { zipPartLimits: { files: 1, bytes: 1000 } },
    onApp: (app) =>
      app.addHook('preHandler', async ({ headers }) => {
        if (headers[withNul]) await stage.database.pool.query('select $1::text', ['\u0000']);
      }),
  });
  owner = stage.owner;
  ownerId = await ownId();
  awayPool = new Pool({ connectionString: 'postgres://postgres@127.0.0.1:1/none' });
  away = await openOperatorStage({ accounts: openAccounts(awayPool) });
  operations = operationsOf((await stage.stranger.call('GET', '/openapi.json')).body);
});

afterAll(async () => {
  await stage?.close();
  await away?.close();
  await awayPool?.end();
});

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: DescribedHeaders }>>;
}

type DescribedHeaders = Readonly<Record<string, { readonly schema: { readonly type: string } }>>;

type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;

function operationsOf({ paths }: { readonly paths: Paths }): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters = [], requestBody, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      isPublic: security?.length === 0,
      takesQuery: parameters.some((one) => one.in === 'query'),
      takesBody: requestBody?.content['application/json'] !== undefined,
      responses: new Map(
        Object.entries(responses).map(([status, { content = {}, headers = {} }]) => [
          status,
          {
            types: Object.keys(content),
            headers: new Map(Object.entries(headers).map(([name, { schema }]) => [name.toLowerCase(), schema])),
          },
        ]),
      ),
    })),
  );
}

const validBodies: Readonly<Record<string, unknown>> = {
  lookUpLink: { token: 'unknown' },
  acceptLink: { token: 'unknown', name: 'Ann', email: 'ann@example.org', password: goodPassword },
  setPassword: { token: 'unknown', password: goodPassword },
  signIn: { email: 'ann@example.org', password: goodPassword },
  changeOperator: { role: 'viewer' },
  changeRequest: { unread: true },
  addNote: { text: 'A note' },
  changeChannel: { name: 'A bot' },
  changeMailSettings: { mail: { audience: 'customers', language: 'de' } },
  sendMessage: { text: 'Hello' },
  addMessageTemplate: { text: 'Hello' },
  saveView: { name: 'Oil', search: '?label=oil' },
  saveStudioDraft: { version: 1, document: {} },
  releaseHeldRequests: { ids: ['01a1fd28-3dad-7780-8614-833503e8d965'] },
  eraseHeldRequests: { ids: ['01a1fd28-3dad-7780-8614-833503e8d965'] },
  addBlock: { kind: 'email', value: 'someone@example.org' },
  setOpening: { mode: 'open' },
  moveOnWaitingList: { before: null },
};

const pathOf = ({ path }: Operation, id: string = randomUUID()) =>
  path
    .replace('{id}', id)
    .replace('{position}', '0')
    .replace('{template}', 'customer-created')
    .replace('{deliveryId}', randomUUID())
    .replace('{revision}', '99999999');

function send(caller: Caller, operation: Operation, body?: unknown, headers: Record<string, string> = {}) {
  const isSent = ['POST', 'PUT', 'PATCH'].includes(operation.method);
  return caller.call(operation.method, pathOf(operation), { ...(isSent && { body }), headers });
}

/** Sends bytes that `fetch` refuses to send, with the headers of the caller. */
async function sendRaw(
  { headers }: Caller,
  { method, path }: { readonly method: string; readonly path: string },
  more: Readonly<Record<string, string>>,
): Promise<Called> {
  const { host, port } = new URL(stage.address);
  const lines = Object.entries({ host, 'content-length': '0', ...headers, ...more }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const answer = await exchangeRaw(Number(port), `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    text: answer.body,
    body: JSON.parse(answer.body),
  };
}

const sendImproperHost = (operation: Operation) =>
  sendRaw(owner, { method: operation.method, path: pathOf(operation) }, { host: 'a b' });

/** The headers of a body that is too long: the service refuses it before a byte of it is sent. */
const announcedBody = { 'content-type': 'application/json', 'content-length': `${3 * 1024 * 1024}` };

/** Returns the call that provokes a status common to all routes, or null when the status is specific to a route. */
function common(operation: Operation, status: string): Provoke | null {
  const body = validBodies[operation.id] ?? {};
  switch (status) {
    case '303':
      return () => send(stage.stranger, operation, body, { accept: 'text/html' });
    case '400':
      if (operation.takesQuery) return () => owner.call('GET', `${pathOf(operation)}?nonsense=1`);
      if (operation.takesBody) return () => send(owner, operation, '{"x":');
      return () => sendImproperHost(operation);
    case '401':
      return () => send(stage.stranger, operation, body);
    case '403':
      if (operation.isPublic) return () => send(owner, operation, body, { origin: 'https://elsewhere.example' });
      return async () => send(await stage.program('read'), operation, body);
    case '404':
      return () => send(owner, operation, body);
    case '409':
      return async () => send(owner, operation, body, { 'idempotency-key': await usedKey(null) });
    case '413':
      return () => sendRaw(owner, { method: operation.method, path: pathOf(operation) }, announcedBody);
    case '415':
      return () => send(owner, operation, 'text', { 'content-type': 'text/plain' });
    case '422':
      if (!operation.takesBody)
        return async () => send(owner, operation, body, { 'idempotency-key': await usedKey(200) });
      return () => send(owner, operation, { nonsense: true });
    case '431':
      return () =>
        sendRaw(owner, { method: operation.method, path: pathOf(operation) }, { 'x-long': 'x'.repeat(16 * 1024) });
    case '503':
      return () =>
        send(
          createCaller(away.address, { ...away.stranger.headers, cookie: away.owner.headers.cookie ?? '' }),
          operation,
          body,
        );
    default:
      return null;
  }
}

/** Resolves with a key of the owner for another change: one that is being made without a status. */
async function usedKey(status: number | null): Promise<string> {
  const key = randomUUID();
  const id = createHash('sha256').update(`${ownerId} ${key}`).digest('hex');
  const text = `
    insert into change_keys (id, actor_id, fingerprint, status, expires_at)
    values ($1, $2, $3, $4, now() + interval '1 hour')`;
  await stage.database.pool.query(text, [id, ownerId, 'of another change', status]);
  return key;
}

const get = (path: string, headers: Record<string, string> = {}) => owner.call('GET', `${api}${path}`, { headers });
const post = (path: string, body: unknown, caller = owner) => caller.call('POST', `${api}${path}`, { body });
const remove = (path: string, caller = owner) => caller.call('DELETE', `${api}${path}`);

let accounts = 0;
const newEmail = () => `account-${++accounts}@example.org`;

/** Makes an account without a password, which takes no time. */
async function newAccount(email = newEmail()): Promise<{ readonly id: string }> {
  const id = randomUUID();
  await stage.database.pool.query(
    "insert into operators (id, email, email_key, name, role) values ($1, $2, $2, 'Ann', 'viewer')",
    [id, email],
  );
  return { id };
}

/** Makes a link to a new password. @returns its identifier */
async function passwordLink(): Promise<string> {
  await post(`/operators/${(await newAccount()).id}/password-link`, {});
  return (await get('/password-links')).body.items[0].id;
}

async function invitation(email = newEmail()): Promise<{ readonly id: string; readonly token: string }> {
  const { body } = await post('/invitations', { email, role: 'viewer' });
  return { id: body.invitation.id, token: body.url.split('#')[1] };
}

async function ownId(): Promise<string> {
  return (await get('/session')).body.operator.id;
}

async function exhaust(email: string): Promise<void> {
  for (let guess = 0; guess <= 10; guess += 1) await stage.accounts.limits.count(email, '127.0.0.1');
}

/** These calls can end the caller's own session, so each uses a new person. */
const someone = () => stage.person('viewer');

const own: Readonly<Record<string, Provoke>> = {
  'lookUpLink 200': async () => post('/links/look-up', { token: (await invitation()).token }),
  'acceptLink 201': async () =>
    post('/links/accept', { token: (await invitation()).token, name: 'Ann', password: goodPassword }),
  'acceptLink 409': async () => {
    const email = newEmail();
    const { token } = await invitation(email);
    await newAccount(email);
    return post('/links/accept', { token, name: 'Ann', password: goodPassword });
  },
  'acceptLink 422': () => post('/links/accept', { token: 'x', name: '', password: goodPassword }),
  'setPassword 200': async () => {
    const { body } = await post(`/operators/${(await newAccount()).id}/password-link`, {});
    return post('/links/password', { token: body.url.split('#')[1], password: 'a bucket full of stars' });
  },
  'signIn 204': () => post('/session', { email: 'owner@example.org', password: goodPassword }, stage.stranger),
  'signIn 401': () => post('/session', { email: newEmail(), password: goodPassword }, stage.stranger),
  'signIn 429': async () => {
    const email = newEmail();
    await exhaust(email);
    return post('/session', { email, password: goodPassword }, stage.stranger);
  },
  'getSession 200': () => get('/session'),
  'getDiskState 200': () => get('/disk'),
  'getHealth 200': () => get('/health'),
  'signOut 204': async () => remove('/session', await someone()),
  'listSessions 200': () => get('/sessions'),
  'endSessions 204': async () => remove('/sessions', await someone()),
  'endSession 204': async () => {
    const person = await someone();
    const { body } = await person.call('GET', `${api}/sessions`);
    const { id } = body.items.find(({ isCurrent }: { readonly isCurrent: boolean }) => isCurrent);
    return remove(`/sessions/${id}`, person);
  },
  'changePassword 204': async () =>
    post('/password', { current: goodPassword, next: 'a bucket full of stars' }, await stage.person('operator')),
  'changePassword 429': async () => {
    await exhaust('operator@example.org');
    const body = { current: goodPassword, next: 'a bucket full of stars' };
    return post('/password', body, await stage.person('operator'));
  },
  'listOperators 200': () => get('/operators'),
  'changeOperator 200': async () =>
    owner.call('PATCH', `${api}/operators/${(await newAccount()).id}`, { body: { role: 'operator' } }),
  'changeOperator 409': async () =>
    owner.call('PATCH', `${api}/operators/${await ownId()}`, { body: { role: 'viewer' } }),
  'removeOperator 204': async () => remove(`/operators/${(await newAccount()).id}`),
  'removeOperator 409': async () => remove(`/operators/${await ownId()}`),
  'makePasswordLink 201': async () => post(`/operators/${(await newAccount()).id}/password-link`, {}),
  'listPasswordLinks 200': async () => {
    await passwordLink();
    return get('/password-links');
  },
  'withdrawPasswordLink 204': async () => remove(`/password-links/${await passwordLink()}`),
  'listInvitations 200': () => get('/invitations'),
  'invite 201': () => post('/invitations', { email: newEmail(), role: 'viewer' }),
  'invite 409': () => post('/invitations', { email: 'owner@example.org', role: 'viewer' }),
  'withdrawInvitation 204': async () => remove(`/invitations/${(await invitation()).id}`),
  'listTokens 200': () => get('/tokens'),
  'createToken 201': () => post('/tokens', { name: 'A bot', scopes: ['read'] }),
  'revokeToken 204': async () => {
    const { body } = await post('/tokens', { name: 'A bot', scopes: ['read'] });
    return remove(`/tokens/${body.token.id}`);
  },
  'listRequests 200': () => get('/requests'),
  'sumPrices 200': async () => {
    await change({ version: 1, price: { amount: 12_000, currency: 'EUR' } });
    return get('/requests/sums');
  },
  'listRepeats 200': async () => {
    const [id] = [await stage.inbox.store(), await stage.inbox.store()];
    return get(`/requests/repeats?id=${id}`);
  },
  'getRequest 200': async () => get(`/requests/${await stage.inbox.store()}`),
  'changeRequest 200': async () => change({ version: 1, status: 'SPAM' }),
  'changeRequest 412': async () => change({ version: 7, status: 'SPAM' }),
  'changeRequest 428': async () => change({ status: 'SPAM' }),
  'eraseRequest 412': async () => {
    const path = `${api}/requests/${await stage.inbox.store()}`;
    return owner.call('DELETE', path, { headers: { 'if-match': '"7"' } });
  },
  'eraseRequest 200': async () => remove(`/requests/${await stage.inbox.store()}`),
  'addNote 201': async () => post(`/requests/${await stage.inbox.store()}/notes`, { text: 'A note' }),
  'moveOnWaitingList 200': async () => {
    const id = await stage.inbox.store();
    await stage.database.pool.query("update commission_requests set status = 'WAITLISTED' where id = $1", [id]);
    return post(`/requests/${id}/place`, { before: null });
  },
  'moveOnWaitingList 409': async () => post(`/requests/${await stage.inbox.store()}/place`, { before: null }),
  'listRequestEvents 200': async () => get(`/requests/${await stage.inbox.store()}/events`),
  'getRequestForm 200': async () => get(`/requests/${await stage.inbox.store()}/form`),
  'changeRequests 200': async () =>
    post('/requests/bulk', { ids: [{ id: randomUUID(), version: 1 }], change: { status: 'SPAM' } }),
  'listRequestsOfSameCustomer 200': async () => get(`/requests/${await stage.inbox.store()}/same-customer`),
  'getStatusLink 200': async () => get(`/requests/${await stage.inbox.store()}/status-link`),
  'renewStatusLink 201': async () => post(`/requests/${await stage.inbox.store()}/status-link`, {}),
  'downloadFile 200': async () => get(await file()),
  'downloadFile 206': async () => get(await file(), { range: 'bytes=1-2' }),
  'downloadFile 304': async () => {
    const path = await file();
    return get(path, { 'if-none-match': (await get(path)).headers.get('etag') ?? '' });
  },
  'downloadFile 416': async () => get(await file(), { range: 'bytes=100-' }),
  'downloadFile 500': async () => get(await missingFile()),
  'getPreview 200': async () => get(`${await file(picture('photo.png'))}/preview`),
  'getPreview 500': async () => get(`${await missingFile()}/preview`),
  'downloadFiles 200': async () => get(`/requests/${await stage.inbox.store()}/files.zip`),
  'listZipParts 200': () => get('/requests.zip/parts'),
  'exportFiles 200': () => get('/requests.zip?type=nothing'),
  'exportFiles 409': async () => {
    for (const name of ['a.png', 'b.png']) await storeFiles(stage, [{ name, bytes: 'bytes' }]);
    return get('/requests.zip');
  },
  'exportRequestsCsv 200': () => get('/requests.csv'),
  'exportRequestsJsonl 200': () => get('/requests.jsonl'),
  'getCatalogue 200': () => get('/catalogue'),
  'listLabels 200': () => get('/labels'),
  'getForm 200': () => get('/form'),
  'listViews 200': () => get('/views'),
  'saveView 201': () => post('/views', { name: 'Oil', search: '?label=oil' }),
  'saveView 409': async () => {
    const { pool } = stage.database;
    await pool.query(
      "insert into saved_views (name, search) select 'View ' || number, '' from generate_series(1, 50) number",
    );
    const refused = await post('/views', { name: 'One more', search: '' });
    await pool.query('delete from saved_views');
    return refused;
  },
  'removeView 204': async () => {
    const { body } = await post('/views', { name: 'Oil', search: '?label=oil' });
    return owner.call('DELETE', `${api}/views/${body.id}`);
  },
  'findRequestsOfPerson 200': () => post('/erasures/look-up', { email: newEmail() }),
  'erasePerson 200': () => post('/erasures', { email: newEmail() }),
  'listErasures 200': () => get('/erasures'),
  'listChanges 200': () => get('/changes'),
  'listHistory 200': () => get('/history'),
  'streamEvents 200': async () => {
    const leaving = new AbortController();
    const { status, headers } = await fetch(`${stage.address}${api}/stream`, {
      headers: owner.headers,
      signal: leaving.signal,
    });
    leaving.abort();
    return { status, headers, text: '', body: null };
  },
  ...deliveryResponses(() => stage),
  ...studioResponses(() => stage),
  ...guardResponses(() => stage),
  'streamEvents 400': () => get('/stream', { 'last-event-id': 'nonsense' }),
};

async function change(body: unknown): Promise<Called> {
  return owner.call('PATCH', `${api}/requests/${await stage.inbox.store()}`, { body });
}

async function file(bytes: Buffer | string = 'bytes'): Promise<string> {
  const { id } = await storeFiles(stage, [{ name: 'a.png', bytes }]);
  return `/requests/${id}/files/0`;
}

async function missingFile(): Promise<string> {
  const { id, keys } = await storeFiles(stage, [{ name: 'a.png', bytes: 'bytes' }]);
  for (const key of keys) await stage.objects.delete(key, { signal: AbortSignal.timeout(30_000) });
  return `/requests/${id}/files/0`;
}

const isOneOf = (type: string, types: readonly string[]) =>
  types.includes(type) || types.includes(type.replace(/\/.*/, '/*'));

const provokeOf = (operation: Operation, status: string) =>
  own[`${operation.id} ${status}`] ?? common(operation, status);

const ajv = formats.default(new Ajv2020({ strict: false }));

/** Returns what is wrong with the headers: a described one that is missing or has another value, or one not described. */
function headerFaults(response: DescribedResponse, sent: Headers, kinds: ReadonlySet<string>): string[] {
  const wrong = [...response.headers].filter(([name, schema]) => {
    const text = sent.get(name);
    return text === null || !ajv.validate(schema, schema.type === 'integer' ? Number(text) : text);
  });
  const undescribed = [...kinds].filter((name) => sent.has(name) && !response.headers.has(name));
  return [
    ...wrong.map(([name]) => `${name} is ${sent.get(name)}`),
    ...undescribed.map((name) => `${name} is not described`),
  ];
}

/** The headers that clients act on, in lower case. A response that has one must describe it. */
const knownHeaders = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-range',
  'etag',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
];

describe('the OpenAPI document', () => {
  it('has no pattern that other languages cannot read', async () => {
    const { body } = await stage.stranger.call('GET', '/openapi.json');
    expect(JSON.stringify(body)).not.toContain('\\\\p{');
  });

  it('says what each input holds', async () => {
    const { body } = await stage.stranger.call('GET', '/openapi.json');
    const { NewAccountInput, NewChannelInput, RequestPatchInput } = body.components.schemas;
    expect(NewAccountInput.properties).toMatchObject({
      name: { maxLength: 200 },
      email: { format: 'email', maxLength: 320, description: expect.any(String) },
      password: { minLength: 12, maxLength: 256 },
    });
    expect(NewChannelInput.oneOf[0].properties.url).toMatchObject({ format: 'uri', maxLength: 10_000 });
    expect(RequestPatchInput.properties.publicMessage.anyOf[0]).toMatchObject({ maxLength: 5000 });
    const bulk = body.paths['/api/operator/v1/requests/bulk'].post.requestBody.content['application/json'].schema;
    expect(bulk.anyOf[1].required).toEqual(['filter', 'asOf', 'change']);
  });

  it('documents no response that this test does not provoke, and this test no other one', () => {
    const documented = operations.flatMap((operation) =>
      [...operation.responses.keys()].map((status) => ({ operation, status, name: `${operation.id} ${status}` })),
    );
    const missing = documented.filter(({ operation, status }) => provokeOf(operation, status) === null);
    expect(missing.map(({ name }) => name)).toEqual([]);
    const names = documented.map(({ name }) => name);
    expect(Object.keys(own).filter((name) => !names.includes(name))).toEqual([]);
    expect(operations.length).toBeGreaterThan(35);
  });

  it('says how each operation responds', async () => {
    const faults: string[] = [];
    const described = operations.flatMap(({ responses }) =>
      [...responses.values()].flatMap((one) => [...one.headers.keys()]),
    );
    const kinds = new Set([...knownHeaders, ...described]);
    for (const operation of operations) {
      for (const [status, response] of operation.responses) {
        const { types } = response;
        const called = await provokeOf(operation, status)?.();
        if (called === undefined) continue;
        const type = called.headers.get('content-type')?.replace(/;.*/, '');
        const isAsDocumented = String(called.status) === status && (type ? isOneOf(type, types) : types.length === 0);
        if (!isAsDocumented)
          faults.push(`${operation.id} ${status}: ${called.status} ${type} ${called.text.slice(0, 200)}`);
        const wrong = headerFaults(response, called.headers, kinds);
        faults.push(...wrong.map((fault) => `${operation.id} ${status}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });

  it('describes a malformed request and headers over 16 KiB for every operation', async () => {
    const lacking = operations.filter(({ responses }) => !responses.has('400') || !responses.has('431'));
    expect(lacking.map(({ id }) => id)).toEqual([]);
    for (const operation of operations) {
      const { status, body } = await sendImproperHost(operation);
      expect([status, body.type], operation.id).toEqual([400, 'urn:commissions:problem:unreadable-request']);
    }
  });

  it('describes 422 for a text that only the database refuses', async () => {
    const { body: document } = await stage.stranger.call('GET', '/openapi.json');
    const described = document.paths[`${api}/message-templates`].post.responses['422'].description;
    expect(described).toContain('unstorable-text');
    const refused = await owner.call('POST', `${api}/message-templates`, {
      body: { text: 'Hello' },
      headers: { [withNul]: 'yes' },
    });
    expect([refused.status, refused.body.type]).toEqual([422, 'urn:commissions:problem:unstorable-text']);
    expect(refused.body.issues).toBeUndefined();
  });
});
