import type { ApiRevision } from '../submission/payload.ts';
import type { ApiDocument } from './open-api.ts';
import { checkHealth, checkReadiness, getCatalogue, getLimits, submitCommission } from './operations.ts';
import { schemasOf } from './schemas.ts';

/** Returns the OpenAPI 3.1 document of the public API. Its schemas derive from the ones that validate. */
export function openApiDocument(revision: ApiRevision): ApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Commission Submission Service',
      version: '1',
      description:
        'Takes commission requests from customers. Each request is a form with up to ten attachments. The service ' +
        'stores the request and every attachment, or nothing.',
      contact: { name: 'The Commission Submission Service authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document, so that it is also correct below a public path.
    servers: [{ url: '.' }],
    // The API is public.
    security: [],
    tags: [
      { name: 'Commissions', description: 'Submit a commission request, and what a form for it needs to know.' },
      { name: 'Operations', description: 'Probes for whoever runs the service.' },
    ],
    paths: {
      '/api/v1/commissions': { post: submitCommission },
      '/api/v1/limits': { get: getLimits },
      '/api/v1/catalogue': { get: getCatalogue },
      '/healthz': { get: checkHealth },
      '/readyz': { get: checkReadiness },
    },
    components: { schemas: schemasOf(revision) },
  };
}
