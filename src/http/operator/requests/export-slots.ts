import type { FastifyReply } from 'fastify';
import { whenOver } from '../leaving.ts';
import { problems } from '../problem.ts';

/** How many exports run at once: each may keep a database connection, or the network, for as long as its reader takes. */
export interface ExportSlots {
  /** Until the response has been sent. @throws {ProblemError} when none is free */
  take(reply: FastifyReply): void;
}

export function createExportSlots(maxExports: number): ExportSlots {
  let running = 0;

  return {
    take(reply) {
      if (running >= maxExports) throw problems.busy();
      running += 1;
      whenOver(reply, () => {
        running -= 1;
      });
    },
  };
}
