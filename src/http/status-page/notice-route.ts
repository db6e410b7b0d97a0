import type { FastifyInstance, FastifyReply } from 'fastify';
import type { createNoticeHandlers, NoticePageOptions, NoticeRequest } from './notice-handler.tsx';

/** Adds the page of the link that confirms an address, or deletes it. Its code is loaded at the first request. */
export function addNoticePage(scope: FastifyInstance, options: NoticePageOptions): void {
  let loading: Promise<ReturnType<typeof createNoticeHandlers>> | null = null;

  function handlers() {
    loading ??= import('./notice-handler.tsx').then((loaded) => loaded.createNoticeHandlers(options));
    return loading;
  }

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
