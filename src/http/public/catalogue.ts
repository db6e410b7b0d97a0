import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../customers/catalogue/catalogue.ts';
import { limitsOf } from '../../customers/catalogue/limits.ts';
import type { ApiRevision } from '../../customers/submission/payload.ts';
import { addTextRoute } from '../reply/static-content.ts';

export interface CatalogueOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly catalogue: Catalogue;
}

/** Adds `GET /api/v1/limits`, the limits of a submission, and `GET /api/v1/catalogue`, the offered choices. */
export function addCatalogueRoutes(
  app: FastifyInstance,
  { apiRevision, maxRequestBytes, catalogue }: CatalogueOptions,
): void {
  const contents = {
    '/api/v1/limits': limitsOf(apiRevision, maxRequestBytes),
    '/api/v1/catalogue': catalogue,
  };
  for (const [path, content] of Object.entries(contents)) {
    addTextRoute(app, { path, mediaType: 'application/json; charset=utf-8', read: () => JSON.stringify(content) });
  }
}
