import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, formType, payloadPart, postForm, rawPayloadPart } from '../support/form.ts';
import { connectRaw, exchangeRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const path = '/api/v1/commissions';
const form = encodeForm([payloadPart()]);
const notFound = { status: 404, body: { error: 'Not found' } };
const notAllowed = { status: 405, body: { error: 'Method not allowed' } };
const badRequest = { status: 400, body: { error: 'Bad request' } };
const brokenOff = {
  status: 500,
  body: {
    error: 'Commission submission failed',
    message: 'Unreadable multipart body: the request broke off before its end',
  },
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

function expectJson(headers: Headers | Readonly<Record<string, string>>) {
  const values = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  expect(values).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
}

async function exchange(request: Uint8Array | string) {
  const { status, headers, body } = await exchangeRaw(service.port, request);
  expectJson(headers);
  return { status, headers, body: JSON.parse(body) as unknown };
}

describe('every answer (C26)', () => {
  const eleven = Array.from({ length: 11 }, () => filePart('a', 'a'));

  it.each([
    [201, form, formType],
    [400, encodeForm([]), formType],
    [400, encodeForm([rawPayloadPart('')]), formType],
    [422, encodeForm([payloadPart({})]), formType],
    [413, encodeForm([payloadPart(), ...eleven]), formType],
    [413, encodeForm([rawPayloadPart(Buffer.alloc(1024 * 1024 + 1, ' '))]), formType],
    [500, form, 'text/plain'],
  ])('is JSON that no cache keeps, with %i', async (status, body, type) => {
    const answer = await postForm(service.endpoint, body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expectJson(answer.headers);
  });

  it('has the length that it announces, also outside of ASCII', async () => {
    const large = encodeForm([payloadPart(), filePart('ü🐈', Buffer.alloc(10 * 1024 * 1024 + 1))]);
    const answer = await postForm(service.endpoint, large);
    expect(answer.body).toEqual({ error: 'File too large: ü🐈' });
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(answer.body))));
  });
});

describe('a client that has ended its own side behind the request', () => {
  it('is answered', async () => {
    for (const [body, status] of [
      [form, 201],
      [encodeForm([]), 400],
    ] as const) {
      const connection = await connectRaw(service.port);
      await connection.send(rawRequest(body));
      connection.finish();
      expect((await connection.nextAnswer()).status).toBe(status);
      await connection.untilClosed();
    }
  });
});

describe('other methods', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'])(
    'are answered with the one that is allowed: %s',
    async (method) => {
      const answer = await refuse(service, () => exchange(rawRequest(form, { method })));
      expect(answer).toEqual(notAllowed);
      const { headers } = await exchangeRaw(service.port, rawRequest(form, { method, path: `${path}?x=y` }));
      expect(headers.allow).toBe('POST');
    },
  );

  it('are answered without a body where the method is HEAD', async () => {
    const response = await fetch(service.endpoint, { method: 'HEAD' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expectJson(response.headers);
    expect(await response.text()).toBe('');
  });

  it('are answered before the body has come, also where the method is HEAD', async () => {
    const client = connect(service.port, '127.0.0.1');
    client.write(rawRequest(form, { method: 'HEAD' }).subarray(0, -20));
    const [head] = (await once(client, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 405 .*\r\n\r\n$/s);
    client.write(form.subarray(-20));
    client.write(rawHead({ method: 'GET', path: '/other' }));
    const [next] = (await once(client, 'data')) as [Buffer];
    expect(next.toString()).toMatch(/^HTTP\/1\.1 404 .*"Not found"}$/s);
    client.destroy();
  });

  it.each([`http://127.0.0.1${path}`, '/api/v1/%63ommissions', `${path}#a`, `${path}#?%zz`])(
    'are answered so for every spelling of the path: %s',
    async (target) => {
      expect(await exchange(rawHead({ method: 'GET', path: target }))).toMatchObject(notAllowed);
      expect(await exchange(rawRequest(form, { path: target }))).toMatchObject({ status: 201 });
    },
  );
});

describe('other paths', () => {
  it.each([
    '/other',
    '/api/v1',
    '/api/v1/commissions/',
    '/api/v1/commissions/1',
    '/api/v1/Commissions',
    '/api/v1/commissions%2F',
    '//api/v1/commissions',
    '/api/v2/commissions',
    '/api/v1/commissions;x=y',
    '/%',
    '/%zz',
    '/%ff',
    '/api/v1/commissions%00',
    '/api/v1/commissions%',
    '/__proto__',
    '*api/v1/commissions',
    '*',
    `/${'x'.repeat(5000)}`,
  ])('are not found: %s', async (other) => {
    expect(await exchange(rawHead({ method: 'GET', path: other, headers: { 'content-type': null } }))).toMatchObject(
      notFound,
    );
    const answer = await refuse(service, () => exchange(rawRequest(form, { path: other })));
    expect(answer).toEqual(notFound);
  });

  it.each(['text/plain', 'application/json', 'nonsense', '', null])(
    'are not found with the Content-Type %s',
    async (type) => {
      const request = rawRequest(Buffer.from('{'), { path: '/other', headers: { 'content-type': type } });
      expect(await exchange(request)).toMatchObject(notFound);
    },
  );

  it.each(['/other#%zz', '/other#?%zz', '/other?%zz#', '/%zz#', 'http://studio.example/other?%zz'])(
    'are not found, and nothing is logged, where something cannot be decoded: %s',
    async (target) => {
      const before = service.logLines.length;
      const answer = await exchange(rawHead({ method: 'GET', path: target, headers: { 'content-type': null } }));
      expect(answer).toMatchObject(notFound);
      expect(service.logLines.slice(before)).toEqual([]);
    },
  );

  it('do not include the path with a query', async () => {
    for (const query of ['?', '?a=b&c', '?%zz', '?/x']) {
      expect((await postForm(`${service.endpoint}${query}`, form)).status).toBe(201);
    }
  });
});

describe('bytes that are no HTTP request', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['a TLS hello', Buffer.from('16030100f1010000ed0303', 'hex')],
    ['a method of its own', 'COMMISSION / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two hosts', `POST ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n`],
    ['no host', `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: user@a b/c\r\n\r\n'],
    ['two lengths', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a length and chunks', rawHead({ headers: { 'content-length': '3', 'transfer-encoding': 'chunked' } })],
    ['a length that is none', rawHead({ headers: { 'content-length': '-1' } })],
    ['a broken header', `POST ${path} HTTP/1.1\r\nHost: x\r\nbroken\0: x\r\n\r\n`],
    ['a tunnel', 'CONNECT studio.example:443 HTTP/1.1\r\nHost: studio.example\r\n\r\nsome bytes'],
    ['a path outside of ASCII', 'GET /\xff\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('is answered 400: %s', async (_, bytes) => {
    const connection = await connectRaw(service.port);
    await connection.send(bytes);
    const answer = await connection.nextAnswer();
    expectJson(answer.headers);
    expect({ status: answer.status, body: JSON.parse(answer.body) }).toEqual(badRequest);
    await connection.untilClosed();
  });

  it('stores nothing of a body whose chunks break off', async () => {
    const chunks = `${form.length.toString(16)}\r\n${form}\r\nno chunk\r\n`;
    const request = rawHead({ headers: { 'transfer-encoding': 'chunked' } }) + chunks;
    expect(await refuse(service, () => exchange(request))).toEqual(brokenOff);
  });

  it('stores nothing of a body that its client ends early', async () => {
    const answer = await refuse(service, async () => {
      const connection = await connectRaw(service.port);
      await connection.send(rawHead({ headers: { 'content-length': String(form.length + 1) } }));
      await connection.send(form);
      connection.finish();
      const { status, body } = await connection.nextAnswer();
      await connection.untilClosed();
      return { status, body: JSON.parse(body) };
    });
    expect(answer).toEqual(brokenOff);
  });

  it('gets the verdict on what was read of a body that breaks off', async () => {
    const tooLarge = encodeForm([payloadPart(), filePart('large', Buffer.alloc(10 * 1024 * 1024 + 1)), payloadPart()]);
    const connection = await connectRaw(service.port);
    await connection.send(rawRequest(tooLarge).subarray(0, -100));
    connection.finish();
    const answer = await connection.nextAnswer();
    expect(answer).toMatchObject({ status: 413, body: '{"error":"File too large: large"}' });
    expect(answer.headers.connection).toBe('close');
    await connection.untilClosed();
  });

  it.each([
    ['first', ''],
    ['after a chunk that fills the buffer', `7530\r\n${'x'.repeat(30_000)}\r\n`],
    ['after more tiny chunks than one turn of the event loop may read', '1\r\na\r\n'.repeat(32_000)],
  ])('is answered though its client goes on sending behind a broken chunk, %s', async (_, chunks) => {
    const connection = await connectRaw(service.port);
    await connection.send(
      `${rawHead({ headers: { 'transfer-encoding': 'chunked' } })}${chunks}zz\r\n${'x'.repeat(16_000_000)}`,
    );
    expect(await connection.nextAnswer()).toMatchObject({ status: 500, body: JSON.stringify(brokenOff.body) });
    await connection.untilClosed();
  });

  it('gets no second answer behind the verdict on what was read', async () => {
    const bad = encodeForm([rawPayloadPart('{')]);
    const connection = await connectRaw(service.port);
    await connection.send(rawHead({ headers: { 'transfer-encoding': 'chunked' } }));
    await connection.send(`${bad.length.toString(16)}\r\n${bad}\r\n`);
    expect(await connection.nextAnswer()).toMatchObject({ status: 400, body: '{"error":"Invalid payload JSON"}' });
    await connection.send('no chunk\r\n');
    await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
  });

  it('does not take the answer from the request before it', async () => {
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form), Buffer.from('garbage\r\n\r\n')]));
    expect(await connection.nextAnswer()).toMatchObject({ status: 201 });
    await connection.untilClosed();
  });

  it('is answered where it asks for a tunnel and goes on sending, or leaves', async () => {
    const tunnel = rawHead({ method: 'CONNECT', path: 'x:443' });
    const connection = await connectRaw(service.port);
    await connection.send(tunnel);
    await connection.send('x'.repeat(4_000_000));
    expect(await connection.nextAnswer()).toMatchObject({ status: 400, headers: { connection: 'close' } });
    await connection.untilClosed();
    const gone = connect(service.port, '127.0.0.1');
    gone.write(tunnel, () => gone.resetAndDestroy());
    await once(gone, 'close');
    expect((await postForm(service.endpoint, form)).status).toBe(201);
  });

  it('is answered also by a client that goes on sending', async () => {
    const connection = await connectRaw(service.port);
    await connection.send(rawHead({ headers: { 'x-long': 'x'.repeat(4_000_000) } }));
    expect(await connection.nextAnswer()).toMatchObject({
      status: 431,
      body: '{"error":"Request header fields too large"}',
    });
    await connection.untilClosed();
  });
});
