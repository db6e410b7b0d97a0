import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueueView } from '../../requests/queue/queue-view.ts';
import { beginPage, type SharedParts } from './begin-page.ts';
import { missingPage, noticePage } from './plain-page.tsx';
import { queuePage } from './queue-page.tsx';

export interface QueuePageOptions extends SharedParts {
  readonly queue: QueueView;
}

const retryAfterS = 60;

/** Creates the handler of `GET /queue` (S20). */
export function createQueueHandler({ queue, ...shared }: QueuePageOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const served = shared.studio.known();
    const context = beginPage(request, reply, shared, './');
    const shown = await queue.of(served);
    if (shown === 'hidden') {
      reply.code(404);
      return missingPage(context);
    }
    if (shown === null) {
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(context.messages.unavailable, context);
    }
    return queuePage(shown, served.studio.types, context);
  };
}
