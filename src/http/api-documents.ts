import type { Catalogue } from '../catalogue/catalogue.ts';
import { limitsOf } from '../description/limits.ts';
import { referenceStyle } from '../description/reference-style.ts';
import { onceOnly } from '../once-only.ts';
import type { ApiRevision } from '../submission/payload.ts';
import type { PublishedDocument } from './documents.ts';

export interface ApiDocumentsOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly catalogue: Catalogue;
}

/** What the service says of itself, to machines and to those who write them. */
export function apiDocuments(options: ApiDocumentsOptions): readonly PublishedDocument[] {
  const describe = onceOnly(() => describeApi(options.apiRevision));
  return [
    json('/api/v1/limits', async () => limitsOf(options.apiRevision, options.maxRequestBytes)),
    json('/api/v1/catalogue', async () => options.catalogue),
    json('/openapi.json', async () => (await describe()).document),
    published('/docs', 'text/html; charset=utf-8', async () => (await describe()).page),
    published('/docs.css', 'text/css; charset=utf-8', async () => referenceStyle),
  ];
}

/** Loaded and made when it is asked for, which most processes never are. */
async function describeApi(revision: ApiRevision) {
  const { openApiDocument } = await import('../description/document.ts');
  const { referencePage } = await import('../description/reference-page.ts');
  const document = openApiDocument(revision);
  return { document, page: referencePage(document) };
}

function json(path: string, make: () => Promise<object>): PublishedDocument {
  return published(path, 'application/json; charset=utf-8', async () => JSON.stringify(await make()));
}

function published(path: string, mediaType: string, make: () => Promise<string>): PublishedDocument {
  return { path, mediaType, read: async () => Buffer.from(await make()), encoded: [], caching: 'revalidated' };
}
