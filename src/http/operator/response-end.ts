import type { FastifyReply } from 'fastify';
import { problems } from './problem.ts';

/** Calls `then` once the response has been sent or its client has disconnected, which may have happened already. */
function onResponseClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then();
  else raw.once('close', then);
}

/** Returns a signal that is aborted when the response has been sent or its client has disconnected. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  onResponseClosed(reply, () => leaving.abort());
  return leaving.signal;
}

/** The limit of concurrent exports. Each may use a database connection or the network while its client reads. */
export interface ExportSlots {
  /** Takes a slot until the response has been sent. @throws {ProblemError} when no slot is free */
  take(reply: FastifyReply): void;
}

export function createExportSlots(maxExports: number): ExportSlots {
  let running = 0;

  return {
    take(reply) {
      if (running >= maxExports) throw problems.busy();
      running += 1;
      onResponseClosed(reply, () => {
        running -= 1;
      });
    },
  };
}
