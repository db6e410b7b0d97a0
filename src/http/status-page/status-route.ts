import type { FastifyInstance } from 'fastify';
import type { AnswerStatus, StatusPageOptions } from './answer-status.ts';

interface TokenParams {
  readonly token: string;
}

/**
 * `GET` and `HEAD` of `/requests/<token>`: how a request stands, for the customer. What makes the page is loaded for the
 * first who asks for it.
 */
export function addStatusRoute(scope: FastifyInstance, options: StatusPageOptions): void {
  let loading: Promise<AnswerStatus> | null = null;

  scope.get('/requests/:token', async (request: Parameters<AnswerStatus>[0], reply) => {
    loading ??= import('./answer-status.ts').then(({ createAnswerStatus }) => createAnswerStatus(options));
    return (await loading)(request, reply);
  });

  // A relative reference (RFC 9110 section 10.2.2): what a proxy puts before the path, only the client knows.
  scope.get<{ Params: TokenParams }>('/requests/:token/', (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(`../${encodeURIComponent(request.params.token)}${query}`, 308);
  });
}
