import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/failure/failure.ts';
import type { QueueView } from '../../requests/queue/queue-view.ts';
import { queueSchema } from '../../studio/catalogue/queue-shape.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { catalogueUnknown, failureResponses, jsonResponse, publicly } from '../open-api/responses.ts';
import { respond } from '../reply/respond.ts';

interface QueueOptions {
  readonly studio: StudioSource;
  readonly queue: QueueView;
}

const openApi = {
  operationId: 'getQueue',
  tags: ['Commissions'],
  summary: 'Get the queue',
  description:
    'What the studio works on, when it shows that: the catalogue then has `queue`. Nothing in it tells who has sent a ' +
    'request, but for a name that the customer has chosen for it.',
  response: {
    200: jsonResponse('The queue.', publicly('Queue', queueSchema)),
    ...failureResponses({
      noQueue: { summary: 'The studio shows no queue', failure: failures.notFound() },
      catalogueUnknown,
    }),
  },
};

/** Adds `GET /api/v1/queue`: the studio's work under way, if the studio shows it (S20). */
export function addQueueRoute(app: FastifyInstance, { studio, queue }: QueueOptions): void {
  app.get('/api/v1/queue', { config: { openApi } }, async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const current = studio.current();
    const shown = current && (await queue.of(current));
    if (shown === 'hidden') return respond(reply, failures.notFound());
    if (shown === null) return respond(reply, failures.catalogueUnknown());
    reply.header('cache-control', 'public, max-age=5');
    return shown;
  });
}
