import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a client may take to notice that its connection has been closed. */
const lingerMs = 1000;

/**
 * Lets the requests under way finish when the app closes, and no more than that: a connection is closed as soon as it
 * has been answered, and whatever is still open after `patienceMs`, a stalled upload perhaps, is broken.
 */
export function closeInBoundedTime(app: FastifyInstance, patienceMs: number): void {
  const { server } = app;
  // Node closes the connections that are idle when it stops listening. Those still busy would be kept alive.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (server.listening) return;
      request.socket.end();
      // A client may leave its own side open for as long as it likes.
      setTimeout(() => request.socket.destroy(), lingerMs).unref();
    });
  });
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.once('close', () => clearTimeout(timer));
    timer.unref();
  });
}
