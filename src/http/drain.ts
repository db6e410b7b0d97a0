import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { countArrivedGarbage } from '../intake/arrived-garbage.ts';

export interface DrainLimits {
  readonly maxBytes: number;
  readonly timeMs: number;
  /** For a sender who sends nothing more. */
  readonly idleMs: number;
}

/** How long a client whose connection is closed with the answer may send nothing before it is closed. */
export const lingerMs = 1000;

/**
 * Reads the rest of a body and drops it, so that a client which reads only after it has sent everything gets its
 * answer: a connection closed over unread bytes is reset, and the answer with it (C11).
 */
export function drain(body: Readable, { maxBytes, timeMs, idleMs }: DrainLimits): Promise<'drained' | 'given-up'> {
  return new Promise((resolve) => {
    let drainedBytes = 0;
    const timer = setTimeout(() => settle('given-up'), timeMs);
    const idleTimer = setTimeout(() => settle('given-up'), idleMs);

    function onData(chunk: Buffer) {
      drainedBytes += chunk.length;
      countArrivedGarbage(chunk.length, drainedBytes);
      idleTimer.refresh();
      if (drainedBytes > maxBytes) settle('given-up');
    }
    const onEnd = () => settle('drained');
    const onClose = () => settle('given-up');

    function settle(outcome: 'drained' | 'given-up') {
      clearTimeout(timer);
      clearTimeout(idleTimer);
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

/** Gives a connection up unless what is awaited on it, the end of a response or its own, has come by then. */
export function destroyUnlessClosed(connection: Socket, awaited: ServerResponse | Socket, timeMs: number): void {
  const timer = setTimeout(() => connection.destroy(), timeMs);
  awaited.once('close', () => clearTimeout(timer));
}
