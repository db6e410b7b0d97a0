import type { Server } from 'node:http';

/** Minimum time between two calls of `onFull`. */
const noticePauseMs = 60_000;
/** Minimum time between two searches for idle connections. */
const reliefPauseMs = 1000;

/**
 * Closes each connection beyond `maxConnections` as soon as it is accepted. Then also closes idle connections, to make
 * room for others. Calls `onFull` at most once a minute.
 */
export function limitConnections(server: Server, maxConnections: number, onFull: () => void): void {
  server.maxConnections = maxConnections;
  let noticedAt = Number.NEGATIVE_INFINITY;
  let relievedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    const now = performance.now();
    // The search goes through all connections, so it must not run for each connection of a crowd.
    if (now - relievedAt >= reliefPauseMs) {
      relievedAt = now;
      server.closeIdleConnections();
    }
    if (now - noticedAt < noticePauseMs) return;
    noticedAt = now;
    onFull();
  });
}
