import type { Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a connection that has brought nothing yet is left open for a first request that may be on its way. */
const firstRequestMs = 1000;

/** How often connections are looked through for those whose response has been sent. */
const idleCheckMs = 50;

/** For connections that keep coming while the service stops. */
const acceptMs = 5000;
/** Node accepts one connection a turn of the event loop, and reads from it in the next one. */
const quietTurns = 3;

/**
 * When the app closes, accepts the connections that the system holds for it, lets the requests under way finish, closes
 * each connection behind its response, and breaks what is still open after `graceMs`. `isUnderWay` is true from the call
 * of `app.close()` on.
 */
export function shutDownGracefully(app: FastifyInstance, graceMs: number) {
  const { server } = app;
  let isUnderWay = false;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  app.addHook('preClose', async () => {
    isUnderWay = true;
    const giveUp = setTimeout(() => destroyWhere(() => true), graceMs);
    if (server.listening) await acceptQueued(server, Math.min(acceptMs, graceMs));
    const timers = [
      giveUp,
      setInterval(() => server.closeIdleConnections(), idleCheckMs),
      // Browsers open connections ahead of need. To Node one without a request yet is busy.
      setTimeout(() => destroyWhere(({ bytesRead }) => bytesRead === 0), firstRequestMs),
    ];
    server.once('close', () => timers.forEach(clearTimeout));
    for (const timer of timers) timer.unref();
  });

  function destroyWhere(condition: (socket: Socket) => boolean): void {
    for (const socket of connections) if (condition(socket)) socket.destroy();
  }

  return { isUnderWay: () => isUnderWay };
}

/** Those that have been made and not accepted yet would be reset with the listening socket. */
async function acceptQueued(server: Server, limitMs: number): Promise<void> {
  let turnsLeft = quietTurns;
  const onConnection = () => {
    turnsLeft = quietTurns;
  };
  server.on('connection', onConnection);
  for (const giveUpAt = performance.now() + limitMs; turnsLeft > 0 && performance.now() < giveUpAt; turnsLeft -= 1) {
    await nextTurn();
  }
  server.off('connection', onConnection);
}
