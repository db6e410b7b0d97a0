import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { IdentitySignIn, OpenIdConnect } from '../../accounts/open-id-connect.ts';
import type { DoctorChallenge } from '../../doctor/challenge.ts';
import { limitConnections } from '../connection/connection-limit.ts';
import { shutDownGracefully } from '../connection/graceful-shutdown.ts';
import { compileSchemasOnDemand } from '../connection/schema-compilers.ts';
import { answerDoctor } from '../reply/answer-doctor.ts';
import { addTextRoute } from '../reply/text-route.ts';
import { type AccessOptions, addAccessControl } from './access/access-control.ts';
import { createSameOriginCheck } from './access/same-origin.ts';
import { addSecurityHeaders, securityHeaders } from './access/security-headers.ts';
import { createSessionCookie } from './access/session-cookie.ts';
import { type AdministrationRoutesOptions, addAdministrationRoutes } from './accounts/administration-routes.ts';
import { addOpenIdConnectRoutes } from './accounts/open-id-connect-routes.ts';
import { addOwnAccountRoutes, type OwnAccountRoutesOptions } from './accounts/own-account-routes.ts';
import { addSignInRoutes, type SignInRoutesOptions } from './accounts/sign-in-routes.ts';
import { addBodyParsers } from './body-parsers.ts';
import { addChannelRoutes, type ChannelRoutesOptions } from './deliveries/channel-routes.ts';
import { addDeliveryRoutes, type DeliveryRoutesOptions } from './deliveries/delivery-routes.ts';
import { addMailPreviewRoutes, type MailPreviewRoutesOptions } from './deliveries/mail-preview-routes.ts';
import { addMailRoutes, type MailRoutesOptions } from './deliveries/mail-routes.ts';
import { addMessageTemplateRoutes, type MessageTemplateRoutesOptions } from './deliveries/message-template-routes.ts';
import { addErasureRoutes, type ErasureRoutesOptions } from './erasures/erasure-routes.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addFileRoutes, type FileRoutesOptions } from './files/file-routes.ts';
import type { OperatorScope } from './operator-scope.ts';
import { addInboxPage, type InboxPageOptions } from './pages/inbox-page.ts';
import { addPages, type PagesOptions } from './pages/pages.ts';
import { problems } from './problem.ts';
import { addCatalogueRoute, type CatalogueRouteOptions } from './requests/catalogue-route.ts';
import { addExportRoutes, type ExportRoutesOptions } from './requests/export-routes.ts';
import { createExportSlots } from './requests/export-slots.ts';
import { addFeedRoute } from './requests/feed-routes.ts';
import { addHistoryRoute, type HistoryRouteOptions } from './requests/history-route.ts';
import { addLabelsRoute } from './requests/labels-route.ts';
import { refreshAfterChanges, refreshingFeed } from './requests/refresh.ts';
import { addRequestRoutes, type RequestRoutesOptions } from './requests/request-routes.ts';
import { addStatusLinkRoutes, type StatusLinkRoutesOptions } from './requests/status-link-routes.ts';
import { addStreamRoute, type StreamRouteOptions } from './requests/stream-route.ts';
import { sendProblem } from './send-problem.ts';
import { createUnparsedRequests } from './unparsed-requests.ts';

type Composed = 'sessionCookie' | 'isSameOrigin' | 'inboxUrl' | 'hasOpenIdConnect' | 'exportSlots';

export interface OperatorAppOptions
  extends Omit<
    AccessOptions &
      SignInRoutesOptions &
      OwnAccountRoutesOptions &
      AdministrationRoutesOptions &
      RequestRoutesOptions &
      StatusLinkRoutesOptions &
      ExportRoutesOptions &
      FileRoutesOptions &
      CatalogueRouteOptions &
      HistoryRouteOptions &
      ErasureRoutesOptions &
      ChannelRoutesOptions &
      DeliveryRoutesOptions &
      MailRoutesOptions &
      MailPreviewRoutesOptions &
      MessageTemplateRoutesOptions &
      StreamRouteOptions &
      PagesOptions &
      InboxPageOptions,
    Composed
  > {
  /** The address that people use, an origin; null: where it listens. `https:` there makes cookies secure. */
  readonly inboxUrl: string | null;
  readonly doctorChallenge: DoctorChallenge;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Null without a provider. */
  readonly openIdConnect: { readonly provider: OpenIdConnect; readonly identities: IdentitySignIn } | null;
  readonly version: string;
  /** Called with each route as it is added: `GET /path`. */
  onRoute?(route: string): void;
  /** Exports that run at once. */
  readonly maxExports: number;
  /** Open at once. */
  readonly maxConnections: number;
  readonly headersMs: number;
  readonly shutdownGraceMs: number;
  readonly log: Logger;
}

/** For a note of 20,000 characters, each escaped. */
const bodyBytes = 256 * 1024;
/** For a whole body to arrive. */
const requestTimeoutMs = 60_000;
/** A connection on which nothing moves for so long is closed, one whose client takes no response among them. */
const idleMs = 120_000;

/** The HTTP side that operators see, for a listener of its own. */
export async function createOperatorApp(options: OperatorAppOptions): Promise<FastifyInstance> {
  const unparsed = createUnparsedRequests();
  const app = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleMs,
    http: { headersTimeout: options.headersMs },
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    schemaController: { compilersFactory: compileSchemasOnDemand },
    return503OnClosing: false,
    clientErrorHandler: unparsed.reject,
    // An address that cannot be decoded names nothing.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void sendProblem(reply.headers(securityHeaders), problems.notFound()),
  });
  unparsed.watch(app.server);
  limitConnections(app.server, options.maxConnections, () =>
    options.log.warn(`${options.maxConnections} connections to the inbox are open: others are closed at once`),
  );
  shutDownGracefully(app, options.shutdownGraceMs);
  app.addHook('onRoute', ({ method, url }) => {
    // `HEAD` comes with `GET`.
    for (const name of [method].flat()) if (name !== 'HEAD') options.onRoute?.(`${name} ${url}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addBodyParsers(app);

  const isSecure = options.inboxUrl?.startsWith('https:') === true;
  const sessionCookie = createSessionCookie(isSecure);
  const composed = {
    ...options,
    feed: refreshingFeed(options.feed, options.reader),
    sessionCookie,
    isSameOrigin: createSameOriginCheck(options.inboxUrl),
    hasOpenIdConnect: options.openIdConnect !== null,
    exportSlots: createExportSlots(options.maxExports),
    inboxUrl: () => options.inboxUrl ?? addressOf(app),
  };
  addSecurityHeaders(app);
  addErrorHandlers(app, options.log);
  await app.register(cookie);
  addAccessControl(app, composed);
  refreshAfterChanges(app, options.reader);
  await addApiRoutes(app, composed);
  await addPages(app, composed);
  await addInboxPage(app, composed);
  addDocument(app, options.version, composed);
  if (options.openIdConnect !== null) {
    await addOpenIdConnectRoutes(app, { ...composed, ...options.openIdConnect, isSecure });
  }
  return app;
}

type ApiOptions = Omit<OperatorAppOptions, Composed> &
  Pick<AdministrationRoutesOptions, 'inboxUrl'> &
  Pick<ExportRoutesOptions, 'exportSlots'> &
  SignInRoutesOptions;

async function addApiRoutes(app: OperatorScope, options: ApiOptions): Promise<void> {
  app.get(
    '/healthz',
    async (request, reply) => (await answerDoctor(request, reply, options.doctorChallenge)) ?? { status: 'alive' },
  );
  await addSignInRoutes(app, options);
  await addOwnAccountRoutes(app, options);
  await addAdministrationRoutes(app, options);
  await addRequestRoutes(app, options);
  await addStatusLinkRoutes(app, options);
  await addFileRoutes(app, options);
  await addExportRoutes(app, options);
  await addCatalogueRoute(app, options);
  await addLabelsRoute(app, options);
  await addErasureRoutes(app, options);
  await addChannelRoutes(app, options);
  await addDeliveryRoutes(app, options);
  await addMailRoutes(app, options);
  await addMailPreviewRoutes(app, options);
  await addMessageTemplateRoutes(app, options);
  await addFeedRoute(app, options);
  await addHistoryRoute(app, options);
  await addStreamRoute(app, options);
}

/**
 * Made when somebody first asks for it, from the same routes on an app that never listens: what makes it takes longer to load
 * than all the rest.
 */
function addDocument(app: FastifyInstance, version: string, options: ApiOptions): void {
  addTextRoute(app, {
    path: '/openapi.json',
    mediaType: 'application/json; charset=utf-8',
    async read() {
      const { openApiDocument } = await import('./open-api.ts');
      const addRoutes = (described: OperatorScope) => addApiRoutes(described, options);
      return openApiDocument({ version, sessionCookieName: options.sessionCookie.name }, addRoutes);
    },
  });
}

function addressOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
