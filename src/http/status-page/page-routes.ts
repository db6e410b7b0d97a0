import type { FastifyInstance, FastifyReply } from 'fastify';
import type { NoticePageOptions, NoticeRequest } from './notice-handler.tsx';
import type { QueuePageOptions } from './queue-handler.ts';
import type { StatusHandler, StatusPageOptions } from './status-handler.ts';
import type { TermsHandler, TermsPageOptions } from './terms-page.tsx';

interface TokenParams {
  readonly token: string;
}

/** Adds `GET` and `HEAD` of `/requests/<token>`, the status page. Its code is loaded at the first request. */
export function addStatusRoute(scope: FastifyInstance, options: StatusPageOptions): void {
  const handler = loadedOnce(async () => (await import('./status-handler.ts')).createStatusHandler(options));
  scope.get('/requests/:token', async (request: RequestOf<StatusHandler>, reply) => (await handler())(request, reply));

  // The redirect is relative (RFC 9110 section 10.2.2), because only the client knows the path prefix of a proxy.
  scope.get<{ Params: TokenParams }>('/requests/:token/', (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(`../${encodeURIComponent(request.params.token)}${query}`, 308);
  });
}

/** Adds `GET` and `HEAD` of `/queue`. Its code is loaded at the first request. */
export function addQueuePage(scope: FastifyInstance, options: QueuePageOptions): void {
  const handler = loadedOnce(async () => (await import('./queue-handler.ts')).createQueueHandler(options));
  scope.get('/queue', async (request, reply) => (await handler())(request, reply));
}

/** Adds `GET` and `HEAD` of `/terms/<sha256>`. Its code is loaded at the first request. */
export function addTermsRoute(scope: FastifyInstance, options: TermsPageOptions): void {
  const handler = loadedOnce(async () => (await import('./terms-page.tsx')).createTermsHandler(options));
  scope.get('/terms/:sha256', async (request: RequestOf<TermsHandler>, reply) => (await handler())(request, reply));
}

/** Adds the page of the link that confirms an address, or deletes it. Its code is loaded at the first request. */
export function addNoticePage(scope: FastifyInstance, options: NoticePageOptions): void {
  const handlers = loadedOnce(async () => (await import('./notice-handler.tsx')).createNoticeHandlers(options));
  const path = '/opening-notices/:token';
  scope.get(path, async (request: NoticeRequest, reply) => (await handlers()).show(request, reply));

  // In a hook, because the framework has no parser for the empty form.
  scope.post<{ Params: NoticeRequest['params']; Querystring: NoticeRequest['query'] }>(
    path,
    {
      onRequest: async (request: NoticeRequest, reply: FastifyReply) =>
        reply.send(await (await handlers()).act(request, reply)),
    },
    async () => {
      throw new Error('The hook has responded');
    },
  );
}

type RequestOf<Handler extends (request: never, reply: FastifyReply) => unknown> = Parameters<Handler>[0];

function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };
}
