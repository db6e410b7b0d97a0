import type { FastifyInstance } from 'fastify';
import type { TermsHandler, TermsPageOptions } from './terms-handler.ts';

/** Adds `GET` and `HEAD` of `/terms/<sha256>`. Its code is loaded at the first request. */
export function addTermsRoute(scope: FastifyInstance, options: TermsPageOptions): void {
  let loading: Promise<TermsHandler> | null = null;

  scope.get('/terms/:sha256', async (request: Parameters<TermsHandler>[0], reply) => {
    loading ??= import('./terms-handler.ts').then(({ createTermsHandler }) => createTermsHandler(options));
    return (await loading)(request, reply);
  });
}
