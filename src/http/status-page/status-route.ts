import type { FastifyInstance } from 'fastify';
import type { AnswerStatus, StatusPageOptions } from './answer-status.ts';

interface TokenParams {
  readonly token: string;
}

/** Adds `GET` and `HEAD` of `/requests/<token>`, the status page. Its code is loaded at the first request. */
export function addStatusRoute(scope: FastifyInstance, options: StatusPageOptions): void {
  let loading: Promise<AnswerStatus> | null = null;

  scope.get('/requests/:token', async (request: Parameters<AnswerStatus>[0], reply) => {
    loading ??= import('./answer-status.ts').then(({ createAnswerStatus }) => createAnswerStatus(options));
    return (await loading)(request, reply);
  });

  // The redirect is relative (RFC 9110 section 10.2.2), because only the client knows the path prefix of a proxy.
  scope.get<{ Params: TokenParams }>('/requests/:token/', (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(`../${encodeURIComponent(request.params.token)}${query}`, 308);
  });
}
