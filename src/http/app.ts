import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { failures } from '../submission/failure.ts';
import { failureText } from '../submission/failure-text.ts';
import { createSendAnswer } from './answer.ts';
import { closeInBoundedTime } from './closing.ts';
import { addCommissionsRoute, type CommissionsOptions } from './commissions.ts';
import { type AllowedOrigins, createCrossOrigin } from './cross-origin.ts';
import { addDocumentRoutes, type PublishedDocument } from './documents.ts';
import { watchExpectations } from './expect-continue.ts';
import { addHealthRoutes, type HealthOptions } from './health.ts';
import { watchRequestOrder } from './request-order.ts';
import { addSlashRedirect } from './slash-redirect.ts';
import { createUnreadableRequests } from './unreadable-request.ts';

export interface AppOptions extends CommissionsOptions, HealthOptions {
  /** What every path begins with, and ends with `/`. */
  readonly publicPath: string;
  readonly allowedOrigins: AllowedOrigins;
  readonly documents: readonly PublishedDocument[];
  /** For the headers of a request, from its first byte or the opening of its connection. */
  readonly headersMs: number;
  /** How long the rest of a refused body is read (C11), and an answer not taken, before the connection is given up. */
  readonly drainMs: number;
  /** How long the requests under way may take to finish when the app closes. */
  readonly shutdownGraceMs: number;
}

/** How often Node looks for connections whose headers take too long. */
const headersCheckMs = 1000;

/**
 * The HTTP side of the service. Listens when it is told to.
 *
 * Every answer is given from an `onRequest` hook, the only place that comes before the framework looks at the body's
 * media type: an unfit one is for the form's reader to name (C6), or does not matter to a 404.
 */
export function createApp(options: AppOptions): FastifyInstance {
  const drainLimits = { maxBytes: options.maxRequestBytes, timeMs: options.drainMs, idleMs: options.drainMs };
  const app = Fastify({
    clientErrorHandler: (error, socket) => unreadable.answer(error, socket),
    frameworkErrors,
    // No route has a schema, and the default compilers take longer to load than the framework.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // While it stops, what still arrives is answered as ever.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: options.headersMs,
      connectionsCheckingInterval: headersCheckMs,
      requestTimeout: 0,
    },
  });
  const order = watchRequestOrder(app.server);
  const unreadable = createUnreadableRequests(order, drainLimits);
  app.server.on('connect', unreadable.refuseTunnel);
  // A client may end its own side behind a whole request and still wait for the answer.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  closeInBoundedTime(app, options.shutdownGraceMs, order);
  const expectations = watchExpectations(app.server);
  const crossOrigin = createCrossOrigin(options.allowedOrigins);
  const send = createSendAnswer({
    expectations,
    order,
    unreadable,
    crossOrigin,
    limits: drainLimits,
    log: options.log,
  });

  const methods = watchMethods(app);
  app.register(addRoutes, { prefix: options.publicPath.slice(0, -1) });
  addSlashRedirect(app, options.publicPath, send);

  app.addHook('onRequest', async (request, reply) => {
    if (order.isClosed(request.raw.socket)) dropRequest(request, reply);
    else if (lacksHost(request))
      await send(request, reply, { ...failures.badRequest(), headers: { connection: 'close' } });
    else if (request.is404) await send(request, reply, unrouted(request));
  });
  app.setErrorHandler((error, request, reply) => {
    options.log.error({ err: error }, 'A route failed');
    return send(request, reply, failures.submissionFailed(options.redact(failureText(error))));
  });
  return app;

  async function addRoutes(routes: FastifyInstance): Promise<void> {
    addCommissionsRoute(routes, options, { expectations, unreadable, send });
    addHealthRoutes(routes, options, send);
    addDocumentRoutes(routes, options.documents, send);
  }

  function unrouted({ raw, url }: FastifyRequest) {
    const allow = methods.get(pathOf(url))?.join(', ');
    if (allow === undefined) return failures.notFound();
    const leave = crossOrigin.preflight(raw, allow);
    return leave ? { status: 204, bytes: null, headers: leave } : failures.methodNotAllowed(allow);
  }

  function frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply) {
    // An address that cannot be decoded names no resource.
    void send(request, reply, failures.notFound());
  }
}

/** Its body is read: to leave it would take back the answer that the client may read behind it. */
function dropRequest(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.resume();
}

function withoutSchemas(): never {
  throw new Error('A route has a schema');
}

/** The methods of each path, kept up to date while routes are added. */
function watchMethods(app: FastifyInstance): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return methods;
}

/** The path as the router reads it, of a target in absolute form too (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  // A fragment has no place in a target, but the parser lets it through.
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return decodeURI(path);
}

/** RFC 9112 section 3.2. Node's own check would answer without a body. */
function lacksHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1';
}
