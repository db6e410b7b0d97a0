import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';

const maxConnections = 20;
let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage({
    maxConnections,
    openIdConnect: () => ({
      provider: { begin: () => Promise.reject(new Error('away')), finish: () => Promise.reject(new Error('away')) },
      identities: { signIn: async () => null },
    }),
  });
});

afterAll(() => stage.close());

const port = () => Number(new URL(stage.address).port);

/** Resolves with everything received until the connection is closed. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

describe('bytes that are no request', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400, 'unreadable-request'],
    ['an address that is not encoded', 'GET /\xe7\x8c\xab HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'unreadable-request'],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ])('gets a problem response: %s', async (_, bytes, status, name) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("content-security-policy: default-src 'none'");
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ type: `urn:commissions:problem:${name}`, status });
  });

  it('breaks off the response that is under way on its connection, and adds nothing to it', async () => {
    const { authorization } = (await stage.program('read')).headers;
    const head = `GET ${api}/stream HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`;
    const socket = connect(port(), '127.0.0.1');
    socket.write(head);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    await expect.poll(() => received).toContain('retry: ');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GARBAGE\r\n\r\n');
    await closed;
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each(['/%zz', `${api}/requests/%zz`, `${api}/requests/${'x'.repeat(500)}`])(
    'names nothing when its address cannot be read: %s',
    async (path) => {
      const { status, headers, body } = await stage.owner.call('GET', path);
      expect([status, body.type]).toEqual([404, 'urn:commissions:problem:not-found']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    },
  );
});

describe('a method that an address has not', () => {
  it.each([
    ['PUT', '/requests', 'GET, HEAD'],
    ['HEAD', '/requests.csv?type=portrait', 'GET'],
    ['GET', '/links/accept', 'POST'],
    ['OPTIONS', `/requests/${randomUUID()}`, 'GET, HEAD, PATCH, DELETE'],
    ['POST', `/requests/${randomUUID()}/files/0`, 'GET, HEAD'],
  ])('gets 405 and those that it has: %s %s', async (method, path, allow) => {
    const { status, headers } = await fetch(`${stage.address}${api}${path}`, { method, headers: stage.owner.headers });
    expect([status, new Set(headers.get('allow')?.split(', '))]).toEqual([405, new Set(allow.split(', '))]);
    expect(headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a person at an address', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['/nowhere', 404, 'Not found'],
    ['/%zz', 404, 'Not found'],
    ['/sign-in/open-id-connect', 503, 'The sign-in provider does not respond'],
  ])('gets a page where something is wrong: %s', async (path, status, title) => {
    const answer = await stage.owner.call('GET', path, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    // The one script sets the theme before the first paint.
    expect(answer.text).not.toMatch(
      /<script(?! src="\/inbox-assets\/early-theme-[\w-]+\.js"><\/script>)|<style|style=/,
    );
  });

  it.each([
    ['de-AT,en;q=0.5', 'de', 'Seite nicht gefunden', 'Unter dieser Adresse gibt es nichts.'],
    ['ja', 'ja', 'ページが見つかりません', 'このアドレスには何もありません。'],
    ['fr,es;q=0.5', 'en', 'Not found', 'There is nothing at this address.'],
  ])('sees the language of the inbox that the browser wants: %s', async (wanted, language, title, reason) => {
    const headers = { accept, 'accept-language': wanted };
    const answer = await stage.owner.call('GET', '/nowhere', { headers });
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toContain(`<p>${reason}`);
  });

  it('gets problem details from the API', async () => {
    const { headers } = await stage.owner.call('GET', `${api}/requests/${randomUUID()}`, { headers: { accept } });
    expect(headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a body that is not UTF-8', () => {
  it('is not read, so that no text is altered', async () => {
    const answer = await fetch(`${stage.address}${api}/requests/${randomUUID()}/notes`, {
      method: 'POST',
      headers: { ...(await stage.program('write')).headers, 'content-type': 'application/json' },
      body: Buffer.from('{"text":"Zo\xeb"}', 'latin1'),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ type: 'urn:commissions:problem:unreadable-body' });
  });
});

describe('a member of another type', () => {
  it('has another code than one that is missing', async () => {
    const path = `${api}/requests/${randomUUID()}/notes`;
    const codeOf = async (body: unknown) => (await stage.owner.call('POST', path, { body })).body.issues[0].code;
    expect(await codeOf({})).toBe('missing');
    expect(await codeOf({ text: 7 })).toBe('format');
    expect(await codeOf({ text: null })).toBe('format');
  });
});

describe('a body with many faults', () => {
  const bulk = (body: unknown) => stage.owner.call('POST', `${api}/requests/bulk`, { body });
  const asOf = '2026-01-01T00:00:00Z';

  it.each([
    [{ ids: [{ id: 'x', version: 1 }], change: { status: 'SPAM' } }, '/ids/0/id'],
    [{ ids: [{ id: 'x', version: 1 }], change: { status: 'GONE' } }, '/change/status'],
    [{ filter: { status: 'GONE' }, asOf, change: { status: 'SPAM' } }, '/filter/status/0'],
    [{ filter: { nonsense: 1 }, asOf: 'yesterday', change: {} }, '/filter'],
    [{ filter: {}, change: { status: 'SPAM' } }, '/asOf'],
  ])('gets the faults of the form that it was meant to have: %j', async (body, path) => {
    const rejected = await bulk(body);
    expect(rejected.status).toBe(422);
    expect(rejected.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it('gets the name of the missing member', async () => {
    const { body } = await bulk({ filter: {}, change: { status: 'SPAM' } });
    expect(body.issues).toMatchObject([{ path: '/asOf', code: 'missing' }]);
  });

  it('gets a hundred of them', async () => {
    const ids = Array.from({ length: 5000 }, () => ({ id: 'x', version: 0 }));
    expect((await bulk({ ids, change: { status: 'GONE' } })).body.issues).toHaveLength(100);
  });

  it('gets the members that it must hold when it is no object', async () => {
    const { body } = await bulk('null');
    expect(body.issues).toEqual([
      { path: '', message: 'Must hold ids and change, or filter, asOf and change', code: 'rule' },
    ]);
  });
});

describe('connections', () => {
  it('are closed at once beyond the limit, idle ones make room, and people are served again', async () => {
    const idle = Array.from({ length: maxConnections + 10 }, () => connect(port(), '127.0.0.1').on('error', () => {}));
    const closed = () => idle.filter((socket) => socket.closed).length;
    await expect.poll(closed).toBeGreaterThan(0);
    expect(stage.log.join('')).toContain('connections to the inbox are open');
    for (const socket of idle) socket.destroy();
    await expect
      .poll(() =>
        stage.owner.call('GET', `${api}/session`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });
});
