import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createHttpApp } from './create-http-app.ts';

async function startApp(shutdownGraceMs = 60_000) {
  const limits = { headersMs: 10_000, maxRequestBytes: 1000, drainMs: 60_000, shutdownGraceMs };
  const app = createHttpApp({ ...limits, onRouteError() {} });
  app.get('/', async () => 'taken');
  app.post('/', async ({ body }) => `taken: ${body}`);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

/**
 * Resolves when the server has accepted the connection. `response` resolves with the received text, or with the reason
 * why the connection broke.
 */
async function connectTo(app: Awaited<ReturnType<typeof startApp>>) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  return { socket, response: text(socket).catch((error: NodeJS.ErrnoException) => error.code) };
}

const halfPost = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n12';

/** Newer versions of Node close connections without a request themselves when the server stops listening. */
const isLeftOpenByNode = Number.parseInt(process.versions.node, 10) < 26;

describe('a graceful shutdown', () => {
  it('closes a connection once its request is answered', async () => {
    const app = await startApp();
    const { socket, response } = await connectTo(app);
    socket.write(halfPost);
    await once(app.server, 'request');
    const closed = app.close();
    socket.write('34');
    expect(await response).toMatch(/taken: 1234$/);
    await closed;
  });

  it('breaks a connection that stalls for longer than the grace', async () => {
    const app = await startApp(50);
    const { socket, response } = await connectTo(app);
    socket.write(halfPost);
    await once(app.server, 'request');
    await app.close();
    expect(await response).not.toContain('taken');
  });

  it('breaks also a connection that asked for a tunnel', async () => {
    const app = await startApp(50);
    const { socket } = await connectTo(app);
    socket.on('error', () => {}).write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(app.server, 'connect');
    await app.close();
    socket.destroy();
  });

  it('waits no longer than a moment for a connection that never brought a byte', async () => {
    const app = await startApp();
    const { response } = await connectTo(app);
    await app.close();
    await response;
  });

  it('answers a first request that was on its way, where Node leaves its connection open', async () => {
    const app = await startApp();
    const { socket, response } = await connectTo(app);
    const closed = app.close();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await response).toMatch(isLeftOpenByNode ? /taken$/ : /taken$|^ECONNRESET$|^$/);
    await closed;
  });
});
