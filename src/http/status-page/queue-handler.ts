import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagesIn, type Voice } from '../../events/status-links/messages/voice.ts';
import type { QueueView } from '../../requests/queue/queue-view.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import { queuePage } from './queue-page.ts';
import type { PageContext } from './status-document.ts';
import { missingPage, noticePage } from './status-page.ts';

export interface QueuePageOptions extends Pick<PageContext, 'icon'> {
  readonly studio: StudioSource;
  readonly queue: QueueView;
  readonly studioVoice: Voice;
}

export type QueueHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

const retryAfterS = 60;

/** Creates the handler of `GET /queue` (S20). */
export function createQueueHandler({ studio, queue, icon, studioVoice }: QueuePageOptions): QueueHandler {
  return async (request, reply) => {
    const reader = readerOf(request);
    const served = studio.known();
    const { catalogue } = served;
    setPageHeaders(reply, reader, catalogue);
    const context = { reader, messages: messagesIn(reader.language, studioVoice), catalogue, icon, root: './' };
    const shown = await queue.of(served);
    if (shown === 'hidden') {
      reply.code(404);
      return missingPage(context);
    }
    if (shown === null) {
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(context.messages.unavailable, context);
    }
    return queuePage(shown, context);
  };
}
