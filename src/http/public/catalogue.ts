import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiRevision } from '../../intake/submission/payload.ts';
import { failures } from '../../platform/failure/failure.ts';
import { catalogueSchema } from '../../studio/catalogue/catalogue.ts';
import { limitsOf, limitsSchema } from '../../studio/catalogue/limits.ts';
import type { ServedStudio, StudioSource } from '../../studio/document/served-studio.ts';
import type { OpeningView } from '../../triage/opening/opening-view.ts';
import { catalogueUnknown, failureResponses, jsonResponse, publicly } from '../open-api/responses.ts';
import { etagOf, isNotModified, sendNotModified } from '../reply/caching.ts';
import { respond } from '../reply/respond.ts';
import { addTextRoute } from '../reply/static-content.ts';

export interface CatalogueOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly studio: StudioSource;
  readonly opening: OpeningView;
}

const mediaType = 'application/json; charset=utf-8';

const getLimits = {
  operationId: 'getLimits',
  tags: ['Commissions'],
  summary: 'Get the limits of a submission',
  description: 'How many files a form may have, how large each may be, and how long the texts may be.',
  ...cacheable('The limits.', publicly('Limits', limitsSchema)),
};

const getCatalogue = {
  operationId: 'getCatalogue',
  tags: ['Commissions'],
  summary: 'Get the catalogue',
  description:
    'The types, options, extras and custom cards that a customer can choose from, as the studio has published them. ' +
    'Every process serves a new revision within two seconds. Without a catalogue every list is empty.',
  ...cacheable('The catalogue.', publicly('Catalogue', catalogueSchema), { catalogueUnknown }),
};

/** Returns the headers and responses of content that clients keep. */
function cacheable(description: string, schema: z.ZodType, failed: Parameters<typeof failureResponses>[0] = {}) {
  const etag = {
    description: 'The version of this content. Send it as `If-None-Match` to get 304 while nothing has changed.',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  };
  return {
    headers: z.object({ 'If-None-Match': z.string().optional().describe('The `ETag` of an earlier response.') }),
    response: {
      200: { ...jsonResponse(description, schema), headers: { ETag: etag } },
      304: z.undefined().describe('The content has not changed.'),
      ...failureResponses(failed),
    },
  };
}

/** Adds `GET /api/v1/limits`, the limits of a submission, and `GET /api/v1/catalogue`, the offered choices. */
export function addCatalogueRoutes(
  app: FastifyInstance,
  { apiRevision, maxRequestBytes, studio, opening }: CatalogueOptions,
): void {
  const limits = JSON.stringify(limitsOf(apiRevision, maxRequestBytes));
  addTextRoute(app, { path: '/api/v1/limits', mediaType, openApi: getLimits, read: () => limits });

  const content = createContent();
  app.get('/api/v1/catalogue', { config: { openApi: getCatalogue } }, async (request, reply) => {
    const current = studio.current();
    if (current === null) {
      reply.header('cache-control', 'no-store');
      return reply.send(respond(reply, failures.catalogueUnknown()));
    }
    const isSet = opening.isSet(current);
    const { text, etag } = content(current, isSet ? JSON.stringify(await opening.of(current)) : null);
    reply.header('cache-control', 'no-cache');
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    return reply.type(mediaType).send(text);
  });
}

interface Content {
  readonly text: string;
  readonly etag: string;
}

/** Returns a function that makes the catalogue's JSON, and keeps it until the studio or the state of the form changes. */
function createContent(): (served: ServedStudio, opening: string | null) => Content {
  let last: { readonly served: ServedStudio; readonly opening: string | null; readonly content: Content } | null = null;
  return (served, opening) => {
    if (last?.served !== served || last.opening !== opening) {
      last = { served, opening, content: contentOf(served, opening) };
    }
    return last.content;
  };
}

function contentOf({ revision, catalogue }: ServedStudio, opening: string | null): Content {
  const text = JSON.stringify(opening === null ? catalogue : { ...catalogue, opening: JSON.parse(opening) });
  const hash = etagOf(text);
  return { text, etag: revision === null ? hash : `"${revision}-${hash.slice(1)}` };
}
