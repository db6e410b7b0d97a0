import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { closeInBoundedTime } from './closing.ts';

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
  closeInBoundedTime(app, 60_000);
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

it('breaks a connection that stalls for longer than its patience', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 50);
  app.post('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { answer } = await connectTo(
    app,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n12',
  );
  await app.close();
  expect(await answer).not.toContain('taken');
});

it('waits no longer than a moment for a connection that never brought a byte', async () => {
  const app = Fastify();
  closeInBoundedTime(app, 60_000);
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
  closeInBoundedTime(app, 60_000);
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
