import type { FastifyInstance } from 'fastify';
import type { QueueHandler, QueuePageOptions } from './queue-handler.ts';
import type { StatusHandler, StatusPageOptions } from './status-handler.ts';

interface TokenParams {
  readonly token: string;
}

/** Adds `GET` and `HEAD` of `/requests/<token>`, the status page. Its code is loaded at the first request. */
export function addStatusRoute(scope: FastifyInstance, options: StatusPageOptions): void {
  let loading: Promise<StatusHandler> | null = null;

  scope.get('/requests/:token', async (request: Parameters<StatusHandler>[0], reply) => {
    loading ??= import('./status-handler.ts').then(({ createStatusHandler }) => createStatusHandler(options));
    return (await loading)(request, reply);
  });

  // The redirect is relative (RFC 9110 section 10.2.2), because only the client knows the path prefix of a proxy.
  scope.get<{ Params: TokenParams }>('/requests/:token/', (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(`../${encodeURIComponent(request.params.token)}${query}`, 308);
  });
}

/** Adds `GET` and `HEAD` of `/queue`. Its code is loaded at the first request. */
export function addQueuePage(scope: FastifyInstance, options: QueuePageOptions): void {
  let loading: Promise<QueueHandler> | null = null;

  scope.get('/queue', async (request, reply) => {
    loading ??= import('./queue-handler.ts').then(({ createQueueHandler }) => createQueueHandler(options));
    return (await loading)(request, reply);
  });
}
