import type { FastifyInstance } from 'fastify';
import { referenceIcon, referenceStyle } from '../../description/reference-assets.ts';
import type { ApiRevision } from '../../submission/payload.ts';
import { addTextRoute } from '../reply/text-route.ts';

/** `/openapi.json` for machines, `/docs` for people. Loaded and made at first use, which most processes never see. */
export function addApiDocuments(app: FastifyInstance, apiRevision: ApiRevision): void {
  const document = async () => (await import('../../description/document.ts')).openApiDocument(apiRevision);

  addTextRoute(app, {
    path: '/openapi.json',
    mediaType: 'application/json; charset=utf-8',
    read: async () => JSON.stringify(await document()),
  });
  addTextRoute(app, {
    path: '/docs',
    mediaType: 'text/html; charset=utf-8',
    read: async () => (await import('../../description/reference-page.ts')).referencePage(await document()),
  });
  addTextRoute(app, { path: '/docs.svg', mediaType: 'image/svg+xml', read: () => referenceIcon });
  addTextRoute(app, { path: '/docs.css', mediaType: 'text/css; charset=utf-8', read: () => referenceStyle });
}
