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
