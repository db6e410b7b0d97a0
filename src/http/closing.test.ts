import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { closeInBoundedTime } from './closing.ts';
import { watchRequestOrder } from './request-order.ts';

async function connectTo(app: FastifyInstance, message: string) {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = text(socket).catch((error: Error) => error.message);
  socket.write(message);
  await once(app.server, 'request');
  return { socket, answer };
}

it('closes a connection once its request is answered', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 60_000, watchRequestOrder(app.server));
  app.post('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { socket, answer } = await connectTo(
    app,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n12',
  );
  const closed = app.close();
  socket.write('34');
  expect(await answer).toContain('taken');
  await closed;
});

it('closes a connection only behind the last of the requests that are under way there', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 60_000, watchRequestOrder(app.server));
  const answers: ((text: string) => void)[] = [];
  app.get('/', () => new Promise((resolve) => answers.push(resolve)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { socket, answer } = await connectTo(app, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  answers[0]?.('the first');
  await once(socket, 'data');
  answers[1]?.('the second');
  expect(await answer).toMatch(/the first.*the second$/s);
  await closed;
});

it('breaks a connection that stalls for longer than its patience', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 50, watchRequestOrder(app.server));
  app.post('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { answer } = await connectTo(
    app,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n12',
  );
  await app.close();
  expect(await answer).not.toContain('taken');
});

it('breaks also a connection that is no longer one for requests', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 50, watchRequestOrder(app.server));
  app.server.on('connect', (_, tunnel) => tunnel.on('error', () => {}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(app.server, 'connect');
  await app.close();
  socket.destroy();
}, 5000);

it('waits no longer than a moment for a connection that never brought a byte', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 60_000, watchRequestOrder(app.server));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const closed = app.close();
  await once(socket, 'close');
  await closed;
}, 5000);

/** A newer Node closes connections without a request itself as soon as the server stops listening. */
const isLeftOpenByNode = Number.parseInt(process.versions.node, 10) < 26;

it('answers a first request that was on its way, where Node leaves its connection open', async () => {
  const app = Fastify({ return503OnClosing: false });
  closeInBoundedTime(app, 60_000, watchRequestOrder(app.server));
  app.get('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const closed = app.close();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const answer = await text(socket).catch((error: NodeJS.ErrnoException) => error.code);
  expect(answer).toMatch(isLeftOpenByNode ? /taken$/ : /taken$|^ECONNRESET$|^$/);
  await closed;
});
