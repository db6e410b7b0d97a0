import type { ApiRevision } from '../submission/payload.ts';
import type { ApiDocument } from './open-api.ts';
import { askAlive, askReady, readResource, submit } from './operations.ts';
import { schemasOf } from './schemas.ts';

/** What the service answers to, in OpenAPI 3.1. The schemas are those that validate. */
export function openApiDocument(revision: ApiRevision): ApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Commission Submission Service',
      version: '1',
      description: 'Takes in commission requests: a form and its reference pictures arrive whole or not at all.',
    },
    // Relative to the document, so that it holds below any public path.
    servers: [{ url: '.' }],
    paths: {
      '/api/v1/commissions': { post: submit },
      '/api/v1/limits': { get: readResource('readLimits', 'What a submission may hold', 'Limits') },
      '/api/v1/catalogue': { get: readResource('readCatalogue', 'What is offered', 'Catalogue') },
      '/healthz': { get: askAlive },
      '/readyz': { get: askReady },
    },
    components: { schemas: schemasOf(revision) },
  };
}
