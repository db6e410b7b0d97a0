import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { trustOf, watchSocketFile } from '../../intake/submission/client-address.ts';
import { limitConnections } from '../connection/connection-limit.ts';
import { shutDownGracefully } from '../connection/graceful-shutdown.ts';
import { hasProperHost } from '../connection/proper-host.ts';
import { compileSchemasOnDemand, pluginTimeoutMs } from '../connection/schema-compilers.ts';
import { healthResponse } from '../reply/health-response.ts';
import { measureResponses } from '../reply/measure-responses.ts';
import { addTextRoute } from '../reply/static-content.ts';
import { addAccessControl } from './access/access-control.ts';
import { addChangeKeys } from './access/change-once.ts';
import { addSecurityHeaders, securityHeaders } from './access/security-headers.ts';
import { addAdministrationRoutes } from './accounts/administration-routes.ts';
import { addOpenIdConnectRoutes } from './accounts/open-id-connect-routes.ts';
import { addOwnAccountRoutes } from './accounts/own-account-routes.ts';
import { addSignInPageRoutes } from './accounts/sign-in-page-routes.ts';
import { addSignInRoutes } from './accounts/sign-in-routes.ts';
import { addBodyParsers } from './body-parsers.ts';
import { addChannelRoutes } from './deliveries/channel-routes.ts';
import { addDeliveryRoutes } from './deliveries/delivery-routes.ts';
import { addMailPreviewRoutes } from './deliveries/mail-preview-routes.ts';
import { addMailRoutes } from './deliveries/mail-routes.ts';
import { addMessageTemplateRoutes } from './deliveries/message-template-routes.ts';
import { addDiskRoute } from './disk-route.ts';
import { addErasureRoutes } from './erasures/erasure-routes.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addDownloadRoute } from './files/download-route.ts';
import { addPreviewRoute } from './files/preview-route.ts';
import { addZipRoutes } from './files/zip-routes.ts';
import { addHealthRoute } from './health-route.ts';
import { addFormPreview, addPages } from './pages.ts';
import { createExportSlots } from './parts/export-slots.ts';
import type { Attachments, OperatorParts, OperatorScope, Site } from './parts/operator-parts.ts';
import { createSessionCookie } from './parts/session-cookie.ts';
import { problems } from './problems/problem.ts';
import { addChoiceRoutes } from './requests/choice-routes.ts';
import { addEventRoutes } from './requests/event-routes.ts';
import { addExportRoutes } from './requests/export-routes.ts';
import { refreshAfterChanges, refreshingFeed } from './requests/refresh.ts';
import { addRequestRoutes } from './requests/request-routes.ts';
import { addStatusLinkRoutes } from './requests/status-link-routes.ts';
import { addStreamRoute } from './requests/stream-route.ts';
import { addViewRoutes } from './requests/view-routes.ts';
import { createProblemSender } from './send-problem.ts';
import { addOpeningRoutes } from './studio/opening-routes.ts';
import { addPictureFiles, addPictureRoutes } from './studio/picture-routes.ts';

import { addRevisionRoutes } from './studio/revision-routes.ts';
import { addStudioRoutes } from './studio/studio-routes.ts';
import { addBlockRoutes } from './triage/block-routes.ts';
import { addHeldRoutes } from './triage/held-routes.ts';
import { createUnparsedRequests } from './unparsed-requests.ts';

export interface OperatorAppOptions extends Omit<OperatorParts, 'site' | 'attachments'> {
  readonly site: Omit<Site, 'sessionCookie' | 'isSecure' | 'inboxUrl'>;
  readonly attachments: Omit<Attachments, 'exportSlots'>;
  /** The origin that people use, or null for the address of the listener. With `https:` the cookies are secure. */
  readonly inboxUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is trusted, as `trustOf`. */
  readonly trustedProxies: readonly string[];
  readonly version: string;
  /** Called with each route as it is added: `GET /path`. */
  onRoute?(route: string): void;
  /** Maximum exports at the same time. */
  readonly maxExports: number;
  readonly maxConnections: number;
  readonly headersMs: number;
  readonly shutdownGraceMs: number;
}

/** Room for a note of 20,000 characters, each escaped. */
const bodyBytes = 256 * 1024;
/** Maximum time for a whole request to arrive. */
const requestTimeoutMs = 60_000;
/** A connection without traffic for this long is closed, also when the client does not read the response. */
const idleMs = 120_000;

/** Creates the HTTP app of the operators, for a listener of its own. */
export async function createOperatorApp(options: OperatorAppOptions): Promise<FastifyInstance> {
  const unparsed = createUnparsedRequests();
  const sendProblem = createProblemSender(await readFile(join(options.site.inboxDirectory, 'problem.html'), 'utf8'));
  let isOnSocketFile = () => false;
  const app = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleMs,
    // Node's own check of `Host` responds without a body.
    http: { headersTimeout: options.headersMs, requireHostHeader: false },
    trustProxy: trustOf(options.trustedProxies, () => isOnSocketFile()),
    schemaController: { compilersFactory: compileSchemasOnDemand },
    pluginTimeout: pluginTimeoutMs,
    return503OnClosing: false,
    clientErrorHandler: unparsed.reject,
    // A URL that cannot be decoded names no resource.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void sendProblem(reply.headers(securityHeaders), problems.notFound()),
  });
  isOnSocketFile = watchSocketFile(app.server);
  measureResponses(app, 'operators');
  unparsed.watch(app.server);
  limitConnections(app.server, options.maxConnections, () =>
    options.host.log.warn(`${options.maxConnections} connections to the inbox are open: others are closed at once`),
  );
  shutDownGracefully(app, options.shutdownGraceMs);
  app.addHook('onRoute', ({ method, url }) => {
    // Fastify adds a `HEAD` route to each `GET` route.
    for (const name of [method].flat()) if (name !== 'HEAD') options.onRoute?.(`${name} ${url}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addBodyParsers(app);

  const isSecure = options.inboxUrl?.startsWith('https:') === true;
  const parts: OperatorParts = {
    ...options,
    inbox: { ...options.inbox, feed: refreshingFeed(options.inbox.feed, options.inbox.reader) },
    attachments: { ...options.attachments, exportSlots: createExportSlots(options.maxExports) },
    site: {
      ...options.site,
      isSecure,
      sessionCookie: createSessionCookie(isSecure),
      inboxUrl: () => options.inboxUrl ?? addressOf(app),
    },
  };
  // Node ignores headers beyond 1,000 otherwise. The size of all headers is limited to 16 KiB.
  app.server.maxHeadersCount = 0;
  addSecurityHeaders(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!hasProperHost(request.raw))
      return sendProblem(reply.header('connection', 'close'), problems.unreadableRequest());
    // The router would read `*path` as `/path`.
    return request.url.startsWith('*') ? sendProblem(reply, problems.notFound()) : undefined;
  });
  addErrorHandlers(app, sendProblem, options.host.log);
  await app.register(cookie);
  addAccessControl(app, parts, options.inboxUrl);
  addChangeKeys(app, parts);
  refreshAfterChanges(app, options.inbox.reader);
  await addApiRoutes(app, parts);
  await addPages(app, parts);
  await addFormPreview(app, parts);
  await addPictureFiles(app, parts);
  addDocument(app, options.version, parts);
  await addOpenIdConnectRoutes(app, parts);
  return app;
}

async function addApiRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  app.get('/healthz', async (request, reply) => healthResponse(request, reply, parts.host, 'inbox'));
  await addSignInPageRoutes(app, parts);
  await addSignInRoutes(app, parts);
  await addOwnAccountRoutes(app, parts);
  await addAdministrationRoutes(app, parts);
  await addRequestRoutes(app, parts);
  await addStatusLinkRoutes(app, parts);
  await addDownloadRoute(app, parts);
  await addPreviewRoute(app, parts);
  await addZipRoutes(app, parts);
  await addExportRoutes(app, parts);
  await addChoiceRoutes(app, parts);
  await addViewRoutes(app, parts);
  await addErasureRoutes(app, parts);
  await addHeldRoutes(app, parts);
  await addBlockRoutes(app, parts);
  await addChannelRoutes(app, parts);
  await addDeliveryRoutes(app, parts);
  await addMailRoutes(app, parts);
  await addMailPreviewRoutes(app, parts);
  await addMessageTemplateRoutes(app, parts);
  await addEventRoutes(app, parts);
  await addStreamRoute(app, parts);
  await addDiskRoute(app, parts);
  await addHealthRoute(app, parts);
  await addStudioRoutes(app, parts);
  await addOpeningRoutes(app, parts);
  await addRevisionRoutes(app, parts);
  await addPictureRoutes(app, parts);
}

/**
 * Adds the OpenAPI document. The first request creates the document, from the same routes on an app that never listens,
 * because the modules for it take longer to load than all other modules.
 */
function addDocument(app: FastifyInstance, version: string, parts: OperatorParts): void {
  addTextRoute(app, {
    path: '/openapi.json',
    mediaType: 'application/json; charset=utf-8',
    async read() {
      const { openApiDocument } = await import('./open-api.ts');
      const addRoutes = (described: OperatorScope) => addApiRoutes(described, parts);
      return openApiDocument({ version, sessionCookieName: parts.site.sessionCookie.name }, addRoutes);
    },
  });
}

function addressOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
