import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { RequestOrder } from './request-order.ts';

/** How long a client may take to notice that its connection has been closed. */
const lingerMs = 1000;

/** How long a connection that has brought nothing yet is left for a first request that may be on its way. */
const silenceMs = 1000;

/**
 * Lets the requests under way finish when the app closes, and no more than that: a connection is closed as soon as
 * they have been answered, and whatever is still open after `patienceMs`, a stalled upload perhaps, is broken.
 */
export function closeInBoundedTime(app: FastifyInstance, patienceMs: number, order: RequestOrder): void {
  const { server } = app;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Node closes the connections that are idle when it stops listening. Those still busy would be kept alive.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      // Of several that are under way on a connection the newest is answered last.
      if (server.listening || !order.isNewest(request)) return;
      order.close(request.socket);
      request.socket.end();
      // A client may leave its own side open for as long as it likes.
      setTimeout(() => request.socket.destroy(), lingerMs).unref();
    });
  });
  app.addHook('preClose', async () => {
    const timers = [
      setTimeout(() => destroyAll(connections), patienceMs),
      // Browsers open connections ahead of need. To Node one without a request yet is busy.
      setTimeout(() => destroySilent(connections), silenceMs),
    ];
    server.once('close', () => timers.forEach(clearTimeout));
    for (const timer of timers) timer.unref();
  });
}

/** Node's own way to do so forgets those that asked for a tunnel. */
function destroyAll(connections: ReadonlySet<Socket>): void {
  for (const socket of connections) socket.destroy();
}

function destroySilent(connections: ReadonlySet<Socket>): void {
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}
