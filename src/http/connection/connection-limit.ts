import type { Server } from 'node:http';

/** `onFull` is called at most once in this time. */
const noticePauseMs = 60_000;
/** Idle connections are looked for at most once in this time. */
const reliefPauseMs = 1000;

/**
 * Closes each connection beyond `maxConnections` as soon as it is accepted. Connections that are kept without a request
 * make room for others then. `onFull` is called at most once a minute.
 */
export function limitConnections(server: Server, maxConnections: number, onFull: () => void): void {
  server.maxConnections = maxConnections;
  let noticedAt = Number.NEGATIVE_INFINITY;
  let relievedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    const now = performance.now();
    // All connections are looked through for idle ones: not for each that a crowd opens.
    if (now - relievedAt >= reliefPauseMs) {
      relievedAt = now;
      server.closeIdleConnections();
    }
    if (now - noticedAt < noticePauseMs) return;
    noticedAt = now;
    onFull();
  });
}
