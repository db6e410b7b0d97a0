import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRequestReader } from '../../src/requests/inbox/request-reader.ts';
import { goodPassword } from '../accounts/stage.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { api, type Caller, createCaller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let operator: Caller;
let id: string;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
  id = await stage.inbox.store({ name: 'Zoë Hidden', email: 'zoe.hidden@example.org', message: 'A secret wish' });
});

afterAll(() => stage.close());

const change = (caller: Caller, headers: Record<string, string>) =>
  caller.call('PATCH', `${api}/requests/${id}`, { body: { unread: false }, headers });

describe('a request target', () => {
  it('is not found without a slash', async () => {
    const { hostname, port } = new URL(stage.address);
    const headers = Object.entries({ host: hostname, ...operator.headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    for (const target of [`*${api.slice(1)}/requests/${id}`, '*']) {
      const answer = await exchangeRaw(Number(port), `GET ${target} HTTP/1.1\r\n${headers.join('')}\r\n`);
      expect(answer.status).toBe(404);
    }
  });
});

describe('a change that a cookie authenticates', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('is rejected with %j', async (headers) => {
    const { status, body } = await change(operator, headers as Record<string, string>);
    expect([status, body.type]).toEqual([403, 'urn:commissions:problem:cross-site']);
  });

  it('is taken from a page of the same address', async () => {
    expect((await change(operator, {})).status).toBe(200);
    expect((await change(operator, { origin: '', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('needs the address that people use, not the host that a request names', async () => {
    const proxied = await openOperatorStage({ inboxUrl: 'https://inbox.example.org' });
    const post = (origin: string) =>
      proxied.stranger.call('POST', `${api}/session`, {
        body: { email: 'owner@example.org', password: goodPassword },
        headers: { origin },
      });
    expect((await post(proxied.address)).status).toBe(403);
    expect((await post('https://inbox.example.org')).status).toBe(204);
    await proxied.close();
  });

  it('is not sent by a form of another site: bodies are JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await operator.call('POST', `${api}/requests/${id}/notes`, {
        body: '{"text":"x"}',
        headers: { 'content-type': type },
      });
      expect(status).toBe(415);
    }
  });

  it('has no method that a link can send', async () => {
    for (const path of [`${api}/session`, `${api}/requests/${id}`, `${api}/password`]) {
      const before = (await operator.call('GET', `${api}/session`)).status;
      await operator.call('GET', path);
      expect((await operator.call('GET', `${api}/session`)).status).toBe(before);
    }
  });
});

describe('a change without credentials', () => {
  it.each([{ origin: '' }, { origin: 'https://evil.example' }, {}])('is asked for them, with %j', async (headers) => {
    expect((await change(stage.stranger, headers as Record<string, string>)).status).toBe(401);
  });
});

describe('a sign-in', () => {
  const signIn = (headers: Record<string, string>) =>
    stage.stranger.call('POST', `${api}/session`, {
      body: { email: 'owner@example.org', password: goodPassword },
      headers,
    });

  it('is taken from a program, which names no origin', async () => {
    expect((await signIn({ origin: '' })).status).toBe(204);
  });

  it('is rejected from a page of another site', async () => {
    expect((await signIn({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn({ origin: '', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('a token', () => {
  it('needs no proof of its origin, and the cookie beside it is not looked at', async () => {
    const program = await stage.program('write');
    expect((await change(program, { origin: 'https://elsewhere.example' })).status).toBe(200);
    const both = createCaller(stage.address, { ...operator.headers, authorization: 'Bearer csk_wrong' });
    expect((await both.call('GET', `${api}/requests`)).status).toBe(401);
  });

  it.each([
    'Bearer',
    'Bearer csk_',
    'Basic b3duZXI6cGFzcw==',
    'csk_x',
    `Bearer ${'x'.repeat(5000)}`,
    "Bearer csk_' or '1'='1",
  ])('is rejected when it is none: %s', async (authorization) => {
    const caller = createCaller(stage.address, { authorization });
    expect((await caller.call('GET', `${api}/requests`)).status).toBe(401);
  });
});

describe('every response', () => {
  it.each(['/sign-in', '/healthz', `${api}/requests`, '/nowhere', '/inbox-assets/nothing.js', '/openapi.json'])(
    'keeps browsers safe: %s',
    async (path) => {
      const { headers } = await stage.stranger.call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': expect.stringMatching(/^no-(store|cache)$/),
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it('leads people to the sign-in without a session, which leads back, and tells programs', async () => {
    for (const path of ['/', '/settings', `${api}/requests`]) {
      const page = await stage.stranger.call('GET', path, { headers: { accept: 'text/html,application/xhtml+xml' } });
      const next = path === '/' ? '' : `?next=${encodeURIComponent(path)}`;
      expect([page.status, page.headers.get('location')]).toEqual([303, `/sign-in${next}`]);
      for (const headers of [{ accept: '*/*' }, { accept: 'application/json, text/html', authorization: 'Bearer x' }]) {
        const program = await stage.stranger.call('GET', path, { headers });
        expect([program.status, program.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
      }
    }
  });

  it('has for a page no script and no style of its own', async () => {
    for (const path of ['/sign-in', '/set-up', '/invitation', '/new-password']) {
      const { status, text } = await stage.stranger.call('GET', path);
      expect(status).toBe(200);
      expect(text).not.toMatch(
        /<style|style=| on\w+=|<script(?!(?: type="module" crossorigin)? src="\/inbox-assets\/(?:accounts|early-theme)-[\w-]+\.js"><)/,
      );
    }
  });
});

describe('SQL in a query', () => {
  const attacks = ["'", "' or 1=1 --", "'; drop table operators; --", '%', '\\', '$1', "\\'; select pg_sleep(5)", '")'];
  const names = [
    'id',
    'status',
    'type',
    'label',
    'from',
    'to',
    'q',
    'unread',
    'hasFiles',
    'dueBefore',
    'sort',
    'cursor',
    'limit',
  ];

  it.each(names)('is a value and nothing else, as %s', async (name) => {
    for (const attack of attacks) {
      const { status, body } = await operator.call('GET', `${api}/requests?${name}=${encodeURIComponent(attack)}`);
      expect([200, 400]).toContain(status);
      // No request has this value.
      if (status === 200) expect(body.items).toEqual([]);
    }
    expect((await operator.call('GET', `${api}/session`)).status).toBe(200);
  });

  it('is none in a forged cursor of the feed', async () => {
    for (const position of [
      ["0'", '0', '0'],
      ['0', '0; drop table operators', '0'],
      ['99999999999', '0', '0'],
      ['-1', '0', '0'],
    ]) {
      const after = Buffer.from(JSON.stringify(['feed', ...position])).toString('base64url');
      expect((await operator.call('GET', `${api}/changes?after=${after}`)).status).toBe(400);
      const stream = await operator.call('GET', `${api}/stream`, { headers: { 'last-event-id': after } });
      expect(stream.status).toBe(400);
    }
  });
});

describe('the log', () => {
  it('names no person', async () => {
    await operator.call('GET', `${api}/requests?q=Hidden`);
    await operator.call('POST', `${api}/requests/${id}/notes`, { body: { text: 'A private remark' } });
    await stage.stranger.call('POST', `${api}/session`, {
      body: { email: 'zoe.hidden@example.org', password: 'a wrong guess' },
    });
    await stage.database.pool.query('alter table commission_requests rename to hidden_requests');
    try {
      expect((await operator.call('GET', `${api}/requests?q=${encodeURIComponent('A secret wish')}`)).status).toBe(200);
    } finally {
      await stage.database.pool.query('alter table hidden_requests rename to commission_requests');
    }
    await stage.database.pool.query('alter table request_events rename to hidden_events');
    try {
      const failed = await operator.call('POST', `${api}/requests/${id}/notes`, { body: { text: 'A private remark' } });
      expect([failed.status, failed.body]).toEqual([
        500,
        { type: 'urn:commissions:problem:internal', title: 'Internal failure', status: 500 },
      ]);
    } finally {
      await stage.database.pool.query('alter table hidden_events rename to request_events');
    }
    const log = stage.log.join('');
    expect(log).toContain('An operator route failed');
    expect(log).not.toMatch(/zoe|hidden@|secret wish|private remark|guess/i);
  });
});

describe('a query beyond its time limit', () => {
  it('is cut off, and told with when to try again', async () => {
    const blocker = await stage.database.pool.connect();
    await blocker.query('begin; lock table commission_requests in access exclusive mode');
    const pool = new Pool({ connectionString: stage.database.url, statement_timeout: 20, max: 2 });
    const slow = await openOperatorStage({ inbox: { reader: createRequestReader(pool) } });
    try {
      const { status, headers, body } = await slow.owner.call('GET', `${api}/requests`);
      expect([status, body.type, headers.get('retry-after')]).toEqual([
        503,
        'urn:commissions:problem:query-timeout',
        '5',
      ]);
    } finally {
      await blocker.query('rollback');
      blocker.release();
      await pool.end();
      await slow.close();
    }
  });
});
