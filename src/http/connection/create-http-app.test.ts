import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHttpApp } from './create-http-app.ts';

const drainMs = 100;
const limits = { headersMs: 10_000, maxRequestBytes: 1000, drainMs, shutdownGraceMs: 60_000 };
const onRouteError = vi.fn();

let app: FastifyInstance;
let handled = 0;

beforeAll(async () => {
  app = createHttpApp({ ...limits, onRouteError });
  app.get('/small', async () => {
    handled += 1;
    return 'the text';
  });
  // More than the operating system's buffers hold.
  app.get('/large', async () => 'a'.repeat(64 * 1024 * 1024));
  app.get('/late', async () => {
    await sleep(3 * drainMs);
    return 'the late text';
  });
  app.get('/held', ({ raw }) => once(raw.socket, 'close'));
  app.get('/failing', async () => {
    throw new Error('The password is pa55');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`;
const closing = 'Connection: close\r\n';

/** Resolves with a client that has sent this message and reads nothing yet, and with the server's socket. */
async function connectWith(message: string, to = app) {
  const { port } = to.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const [connection] = (await once(to.server, 'connection')) as [Socket];
  client.write(message);
  return { client, connection };
}

describe('a connection', () => {
  it.each([
    ['a request', get('/large')],
    ['pipelined requests', get('/large').repeat(3)],
    ['a request behind another one', get('/late') + get('/large')],
    ['a request whose body is not finished', `${get('/large', 'Content-Length: 9\r\n')}some`],
  ])('is closed when the client does not read the response to %s', async (_, message) => {
    const { client, connection } = await connectWith(message);
    await once(connection, 'close');
    client.destroy();
  });

  it('is closed when the client stops sending behind a verdict', async () => {
    const { client } = await connectWith('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nsome bytes');
    expect(await text(client)).toMatch(/^HTTP\/1\.1 404 .*"Not found"}$/s);
  });

  it('stays open for pipelined requests, which are answered in turn however late one is', async () => {
    const { client } = await connectWith(get('/late') + get('/small'));
    const responses = text(client);
    await sleep(6 * drainMs);
    client.write(get('/small', closing));
    expect(await responses).toMatch(/the late text.*the text.*the text$/s);
  });

  it('answers no request behind one that closes it', async () => {
    handled = 0;
    const { client } = await connectWith(get('/late', closing) + get('/small'));
    expect(await text(client)).toMatch(/the late text$/);
    expect(handled).toBe(0);
  });

  it('ends behind the second of the requests that a client sends at once', async () => {
    handled = 0;
    const { client } = await connectWith(get('/late') + get('/small').repeat(1500));
    expect((await text(client)).match(/the (late )?text/g)).toEqual(['the late text', 'the text']);
    expect(handled).toBe(1);
  });

  it('drops the bodies of requests behind the second', async () => {
    const body = 'x'.repeat(1_000_000);
    const { client } = await connectWith(get('/late') + get('/small'));
    client.write(get('/small', `Content-Length: ${body.length}\r\n`).concat(body).repeat(3));
    expect((await text(client)).match(/the (late )?text/g)).toEqual(['the late text', 'the text']);
  });

  it('keeps no more than one response that is not read', async () => {
    handled = 0;
    const { client, connection } = await connectWith(get('/large') + get('/small').repeat(10));
    await once(connection, 'close');
    expect(handled).toBe(0);
    client.destroy();
  });
});

describe('a request', () => {
  it.each([
    ['no Host', 'GET /small HTTP/1.1\r\n'],
    ['two Hosts', 'GET /small HTTP/1.1\r\nHost: x\r\nHost: y\r\n'],
    ['the same Host twice', 'GET /small HTTP/1.1\r\nhost: x\r\nHOST: x\r\n'],
    ['two Hosts, of HTTP/1.0', 'GET /small HTTP/1.0\r\nHost: x\r\nHost: y\r\n'],
  ])('is rejected with %s (RFC 9112 section 3.2)', async (_, head) => {
    const { client } = await connectWith(`${head}\r\n`);
    expect(await text(client)).toMatch(/^HTTP\/1\.1 400 .*{"error":"Bad request"}$/s);
  });

  it('needs no Host in HTTP/1.0', async () => {
    const { client } = await connectWith('GET /small HTTP/1.0\r\n\r\n');
    expect(await text(client)).toMatch(/the text$/);
  });

  it('does not get the reason when its route fails, which is logged', async () => {
    const { client } = await connectWith(get('/failing', closing));
    expect(await text(client)).toMatch(/^HTTP\/1\.1 500 .*{"error":"Internal failure"}$/s);
    expect(onRouteError).toHaveBeenCalledExactlyOnceWith(new Error('The password is pa55'));
  });
});
