import type { Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a connection without a byte stays open, because its first request may be on its way. */
const firstRequestMs = 1000;

/** How often connections are checked for those whose response has been sent. */
const idleCheckMs = 50;

/** Time limit for accepting connections while the service stops. */
const acceptMs = 5000;
/** Node accepts one connection per turn of the event loop, and reads from it in the next turn. */
const quietTurns = 3;

/**
 * Makes the app close gracefully: it accepts the connections that the system has queued, lets running requests finish,
 * closes each connection after its response, and destroys connections that are still open after `graceMs`. `isUnderWay`
 * is true from the call of `app.close()` on.
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
      // Browsers open connections in advance. Node does not count a connection without a request as idle.
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

/** Accepts queued connections. Otherwise they would be reset when the listening socket closes. */
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
