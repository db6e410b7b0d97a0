import type { FastifyReply } from 'fastify';
import { onResponseClosed } from '../../reply/respond.ts';
import { problems } from '../problems/problem.ts';

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
