import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limitTurn } from '../../platform/waiting/event-loop.ts';

export interface DrainLimits {
  readonly maxBytes: number;
  readonly timeMs: number;
  /** Time limit for a sender that sends nothing more. */
  readonly idleMs: number;
}

/** The `idleMs` of a connection that closes after the response. */
export const lingerMs = 1000;

/**
 * Reads and drops the rest of a body, so that a client which reads only after sending everything gets its response. A
 * connection that is closed with unread bytes is reset, and the response is lost (C11, RFC 9112 section 9.6).
 */
export function drain(
  body: IncomingMessage | Socket,
  { maxBytes, timeMs, idleMs }: DrainLimits,
): Promise<'drained' | 'given-up'> {
  return new Promise((resolve) => {
    let drainedBytes = 0;
    const timer = setTimeout(() => settle('given-up'), timeMs);
    let lastTurn: NodeJS.Immediate | undefined;
    // After a long turn of the event loop this timer runs before bytes that arrived in time are read.
    const idleTimer = setTimeout(() => {
      const before = drainedBytes;
      lastTurn = setImmediate(() => drainedBytes === before && settle('given-up'));
    }, idleMs);

    const onData = limitTurn('socket' in body ? body.socket : body, (chunk) => {
      drainedBytes += chunk.length;
      idleTimer.refresh();
      if (drainedBytes > maxBytes) settle('given-up');
    });
    const onEnd = () => settle('drained');
    const onClose = () => settle('given-up');

    function settle(outcome: 'drained' | 'given-up') {
      clearTimeout(timer);
      clearTimeout(idleTimer);
      clearImmediate(lastTurn);
      body.off('data', onData).off('end', onEnd).off('close', onClose);
      body.pause();
      resolve(outcome);
    }

    if (body.readableEnded) return settle('drained');
    if (body.destroyed) return settle('given-up');
    body.on('end', onEnd).on('close', onClose).on('data', onData);
    body.resume();
  });
}
