import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basename } from 'node:path/posix';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { ApiRevision } from '../../intake/submission/payload.ts';
import { limitsOf } from '../../studio/catalogue/limits.ts';
import type { Picture, Pictures } from '../../studio/catalogue/picture.ts';
import type { ServedStudio, StudioSource } from '../../studio/document/served-studio.ts';
import type { OpeningView } from '../../triage/opening/opening-view.ts';
import { referenceIcon, referenceStyle } from '../open-api/reference-assets.ts';
import { etagOf, forever, isNotModified, sendNotModified } from '../reply/caching.ts';
import { addTextRoute, builtFilesIn, createBuiltFile, createPage, type SendPage } from '../reply/static-content.ts';
import { offerCatalogOf } from './offer-catalog.ts';
import { renderPageHead } from './page-head.ts';

export interface SiteOptions {
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  /** Absolute path of the built page: `index.html`, `embed.js` and `assets/`. */
  readonly pageDirectory: string;
  /** The page's public address, absolute, ends with `/`. Null when unknown. */
  readonly publicUrl: string | null;
  readonly studio: StudioSource;
  readonly pictures: Pictures;
  readonly opening: OpeningView;
  /** Adds the described routes to another app. */
  addApiRoutes(app: FastifyInstance): Promise<void>;
}

/** So that a page loads nothing from other origins and cannot be framed. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Style sheets and texts. A policy is in effect for documents and workers, and is a third of such a response. */
const withoutPolicy = /\.css$|^_(later-)?texts_/;

/** Adds the page, the custom element and the description of the API. */
export async function addSite(scope: FastifyInstance, options: SiteOptions): Promise<void> {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
  addApiDocuments(scope, options);
  await addPage(scope, options);
}

/** Adds `GET` and `HEAD` of a picture. Returns its path below the page, which contains a hash of the content. */
export function addPicture(scope: FastifyInstance, { mediaType, content }: Picture): string {
  const etag = etagOf(content);
  const path = `pictures/${etag.slice(1, -1)}`;
  if (!scope.hasRoute({ method: 'GET', url: `${scope.prefix}/${path}` })) {
    scope.get(`/${path}`, (request, reply) => {
      reply.header('cache-control', forever);
      return isNotModified(request, reply, etag) ? sendNotModified(reply) : reply.type(mediaType).send(content);
    });
  }
  return path;
}

/**
 * Adds `GET` and `HEAD` of a public path (`/studio/`) without its last slash, which redirect to the page. The redirect
 * is relative (RFC 9110 section 10.2.2), because a proxy may add a prefix.
 */
export function addSlashRedirect(app: FastifyInstance, publicPath: string): void {
  if (publicPath === '/') return;
  app.get(publicPath.slice(0, -1), (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    return reply.header('cache-control', 'no-cache').redirect(`${basename(publicPath)}/${query}`, 308);
  });
}

async function addPage(scope: FastifyInstance, options: SiteOptions): Promise<void> {
  const { pageDirectory: directory, apiRevision, maxRequestBytes, studio, publicUrl, pictures, opening } = options;
  const { files, request: ofRequest } = limitsOf(apiRevision, maxRequestBytes);
  const limits = JSON.stringify({ files, request: ofRequest });
  const html = await readFile(join(directory, 'index.html'), 'utf8');
  const imagePath = pictures.image && addPicture(scope, pictures.image);
  const iconPath = pictures.icon && addPicture(scope, pictures.icon);
  const pageOf = keptPage(({ catalogue }, offers) =>
    createPage(renderPageHead(html, { catalogue, publicUrl, imagePath, iconPath, limits, offers })),
  );
  scope.get('/', { prefixTrailingSlash: 'slash' }, async (request, reply) => {
    const served = studio.known();
    const hasPrices = served.catalogue.prices !== undefined;
    const offers = hasPrices ? offerCatalogOf(served.catalogue, await opening.of(served), publicUrl) : null;
    return pageOf(served, offers)(request, reply);
  });

  scope.get('/embed.js', await createBuiltFile(join(directory, 'embed.js'), 'no-cache'));
  // The build puts a hash of the content into these names.
  for (const name of await builtFilesIn(join(directory, 'assets'))) {
    const send = await createBuiltFile(join(directory, 'assets', name), forever);
    scope.get(`/assets/${name}`, (request, reply) =>
      send(request, withoutPolicy.test(name) ? reply.removeHeader('content-security-policy') : reply),
    );
  }
}

type MakePage = (served: ServedStudio, offers: string | null) => SendPage;

/** Returns a function that makes the page, and keeps it until the studio or its offers change. */
function keptPage(make: MakePage): MakePage {
  let last: { readonly served: ServedStudio; readonly offers: string | null; readonly page: SendPage } | null = null;
  return (served, offers) => {
    if (last?.served !== served || last.offers !== offers) last = { served, offers, page: make(served, offers) };
    return last.page;
  };
}

/** Adds `/openapi.json` for programs and `/docs` for people. Created at first use, which most processes never see. */
function addApiDocuments(app: FastifyInstance, { apiRevision, addApiRoutes }: SiteOptions): void {
  let made: Promise<OpenAPIV3_1.Document> | null = null;
  const make = async () => (await import('../open-api/public-document.ts')).publicDocument(apiRevision, addApiRoutes);
  // Both resources are made of it.
  const document = () => {
    made ??= make();
    return made;
  };

  addTextRoute(app, {
    path: '/openapi.json',
    mediaType: 'application/json; charset=utf-8',
    read: async () => JSON.stringify(await document()),
  });
  addTextRoute(app, {
    path: '/docs',
    mediaType: 'text/html; charset=utf-8',
    read: async () => (await import('../open-api/reference-page.ts')).referencePage(await document()),
  });
  addTextRoute(app, { path: '/docs.svg', mediaType: 'image/svg+xml', read: () => referenceIcon });
  addTextRoute(app, { path: '/docs.css', mediaType: 'text/css; charset=utf-8', read: () => referenceStyle });
}
