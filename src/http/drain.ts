import type { Readable } from 'node:stream';

export interface DrainLimits {
  readonly maxBytes: number;
  readonly timeMs: number;
}

/**
 * Reads the rest of a body and drops it, so that a client which reads only after it has sent everything gets its
 * answer: a connection closed over unread bytes is reset, and the answer with it (C11).
 */
export function drain(body: Readable, { maxBytes, timeMs }: DrainLimits): Promise<'drained' | 'given-up'> {
  return new Promise((resolve) => {
    let drainedBytes = 0;
    const timer = setTimeout(() => settle('given-up'), timeMs);

    function onData(chunk: Buffer) {
      drainedBytes += chunk.length;
      if (drainedBytes > maxBytes) settle('given-up');
    }
    const onEnd = () => settle('drained');
    const onClose = () => settle('given-up');

    function settle(outcome: 'drained' | 'given-up') {
      clearTimeout(timer);
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
