import type { Catalogue } from '../catalogue/catalogue.ts';
import { openApiDocument } from '../description/document.ts';
import { limitsOf } from '../description/limits.ts';
import { referencePage } from '../description/reference-page.ts';
import { referenceStyle } from '../description/reference-style.ts';
import type { ApiRevision } from '../submission/payload.ts';
import type { PublishedDocument } from './documents.ts';

export interface ApiDocumentsOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly catalogue: Catalogue;
}

/** What the service says of itself, to machines and to those who write them. */
export function apiDocuments(options: ApiDocumentsOptions): readonly PublishedDocument[] {
  const description = openApiDocument(options.apiRevision);
  return [
    json('/api/v1/limits', limitsOf(options.apiRevision, options.maxRequestBytes)),
    json('/api/v1/catalogue', options.catalogue),
    json('/openapi.json', description),
    published('/docs', 'text/html; charset=utf-8', referencePage(description)),
    published('/docs.css', 'text/css; charset=utf-8', referenceStyle),
  ];
}

function json(path: string, value: object): PublishedDocument {
  return published(path, 'application/json; charset=utf-8', JSON.stringify(value));
}

function published(path: string, mediaType: string, text: string): PublishedDocument {
  return { path, mediaType, bytes: Buffer.from(text), encoded: [], caching: 'revalidated' };
}
