import type { FastifyInstance } from 'fastify';
import { limitsOf } from '../../customers/catalogue/limits.ts';
import { madeOnce, type StudioSource } from '../../customers/studio/served-studio.ts';
import type { ApiRevision } from '../../customers/submission/payload.ts';
import { failures } from '../../platform/failure/failure.ts';
import { etagOf, isNotModified, sendNotModified } from '../reply/caching.ts';
import { respond } from '../reply/respond.ts';
import { addTextRoute } from '../reply/static-content.ts';

export interface CatalogueOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly studio: StudioSource;
}

const mediaType = 'application/json; charset=utf-8';

/** Adds `GET /api/v1/limits`, the limits of a submission, and `GET /api/v1/catalogue`, the offered choices. */
export function addCatalogueRoutes(
  app: FastifyInstance,
  { apiRevision, maxRequestBytes, studio }: CatalogueOptions,
): void {
  const limits = JSON.stringify(limitsOf(apiRevision, maxRequestBytes));
  addTextRoute(app, { path: '/api/v1/limits', mediaType, read: () => limits });

  const content = madeOnce(({ revision, catalogue }) => {
    const text = JSON.stringify(catalogue);
    const hash = etagOf(text);
    return { text, etag: revision === null ? hash : `"${revision}-${hash.slice(1)}` };
  });
  app.get('/api/v1/catalogue', (request, reply) => {
    const current = studio.current();
    if (current === null) {
      reply.header('cache-control', 'no-store');
      return reply.send(respond(reply, failures.catalogueUnknown()));
    }
    const { text, etag } = content(current);
    reply.header('cache-control', 'no-cache');
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    return reply.type(mediaType).send(text);
  });
}
