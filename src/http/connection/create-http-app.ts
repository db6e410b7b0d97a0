import { createServer, type IncomingMessage, type Server } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { trustOf, watchSocketFile } from '../../intake/submission/client-address.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import { measureResponses } from '../reply/measure-responses.ts';
import { prefersHtml } from '../reply/prefers-html.ts';
import { targetPath } from '../reply/request-target.ts';
import { respond } from '../reply/respond.ts';

import { createClientErrors, isBrokenOff } from './client-errors.ts';
import type { DrainLimits } from './drain.ts';
import { withRestDrained } from './early-response.ts';
import { awaitsContinue, watchExpectations } from './expect-continue.ts';
import { shutDownGracefully } from './graceful-shutdown.ts';
import { hasProperHost } from './proper-host.ts';
import { connectionOf, serializeRequests } from './request-queue.ts';
import { compileSchemasOnDemand, pluginTimeoutMs } from './schema-compilers.ts';
import { watchMethods } from './watch-methods.ts';

export interface ConnectionLimits {
  /** Time limit for the headers of a request, from its first byte or the opening of its connection. */
  readonly headersMs: number;
  /** Maximum bytes of a rejected body that are read before the connection is destroyed (C11). */
  readonly maxRequestBytes: number;
  /** Time limit for reading the rest of a rejected body, and for a client that accepts no bytes of its response. */
  readonly drainMs: number;
  /** Time limit for running requests to finish when the app closes. */
  readonly shutdownGraceMs: number;
}

interface HttpAppOptions extends ConnectionLimits {
  /** Adds headers to every response, with any status. */
  decorateResponse?(request: FastifyRequest, reply: FastifyReply): void;
  /** Returns the headers of a 204 that replaces the 405, or null. `allow` holds the methods of the path. */
  preflight?(request: IncomingMessage, allow: string): Readonly<Record<string, string>> | null;
  /** Sets the headers of the page for an unknown address that a person opened, and resolves with its HTML. */
  missingPage?(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** Proxies whose `X-Forwarded-For` determines the client's address, as `trustOf`. */
  readonly trustedProxies?: readonly string[];
  /** Called with a route's error that is not the client's fault. */
  onRouteError(error: unknown): void;
}

/** How often Node checks for connections whose headers take too long. */
const headersCheckMs = 1000;
/** How long an idle connection is kept. */
const keepAliveMs = 72_000;

/**
 * Creates a Fastify app with one running request per connection, verdicts that reach clients which are still sending
 * (C11), JSON for every status unless a person opened the address (C26), and a shutdown in bounded time. The caller
 * makes it listen, on one address only.
 */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { drainMs, maxRequestBytes, decorateResponse, trustedProxies = [] } = options;
  const limits: DrainLimits = { maxBytes: maxRequestBytes, timeMs: drainMs, idleMs: drainMs };
  const clientErrors = createClientErrors(limits);
  const server = createHttpServer(options);
  server.on('connect', clientErrors.rejectTunnel);
  watchExpectations(server);

  const app = Fastify({
    serverFactory: (handle) => server.on('request', serializeRequests(handle)),
    clientErrorHandler: clientErrors.reject,
    // A path that cannot be decoded is not found.
    frameworkErrors: (_error, request, reply: FastifyReply) =>
      void rejectUndecodable(request, reply).catch(options.onRouteError),
    schemaController: { compilersFactory: compileSchemasOnDemand },
    pluginTimeout: pluginTimeoutMs,
    trustProxy: trustOf(trustedProxies, watchSocketFile(server)),
    // A path segment may be as long as a request's headers. The route itself rejects segments that are too long.
    routerOptions: { maxParamLength: 16 * 1024 },
    // While the app closes, requests on open connections still get an ordinary response.
    return503OnClosing: false,
  });
  measureResponses(app, 'customers');
  const shutdown = shutDownGracefully(app, options.shutdownGraceMs);

  const methodsOf = watchMethods(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasProperHost(request.raw)) reply.header('connection', 'close').send(respond(reply, failures.badRequest()));
    // The router would read `*path` as `/path`.
    else if (request.url.startsWith('*')) reply.send(respond(reply, failures.notFound()));
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => done(null, finish(request, reply, payload)));
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Fastify checks the media type of the body before it looks up the route.
    if (request.is404) return notFound(request, reply);
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send({ error: error.message });
    options.onRouteError(error);
    return reply.code(500).send({ error: 'Internal failure' });
  });
  return app;

  async function notFound(request: FastifyRequest, reply: FastifyReply) {
    const allow = methodsOf(decodeURI(targetPath(request.url))).join(', ');
    if (allow === '') return reply.send(await missing(request, reply, failures.notFound()));
    const headers = options.preflight?.(request.raw, allow);
    if (headers) return reply.code(204).headers(headers).send();
    return reply.send(await missing(request, reply, failures.methodNotAllowed(allow)));
  }

  /** The framework runs no hooks here. */
  async function rejectUndecodable(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = await missing(request, reply, failures.notFound());
    if (typeof body !== 'string') reply.type('application/json; charset=utf-8');
    reply.send(finish(request, reply, typeof body === 'string' ? body : JSON.stringify(body)));
  }

  /** Sets the status and the headers. Resolves with a page for a person, else with the JSON for a program (C26). */
  async function missing(request: FastifyRequest, reply: FastifyReply, failure: Failure): Promise<string | object> {
    const body = respond(reply, failure);
    return options.missingPage && prefersHtml(request) ? options.missingPage(request, reply) : body;
  }

  /** Completes the headers, and prevents the response from ending before its request. */
  function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { raw } = request;
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.header('x-content-type-options', 'nosniff');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    // After the rejection, a client that waited for 100 Continue may send the body or omit it.
    if (awaitsContinue(raw) || isBrokenOff(raw) || shutdown.isUnderWay()) reply.header('connection', 'close');
    decorateResponse?.(request, reply);
    if (raw.complete && !isBrokenOff(raw)) return payload;
    return withRestDrained(payload, request, reply, limits);
  }
}

function createHttpServer({ headersMs, drainMs }: ConnectionLimits): Server {
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: headersMs,
    connectionsCheckingInterval: headersCheckMs,
    // Routes have their own time limits for bodies.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
  });
  // Node ignores headers beyond 1,000 otherwise. The size of all headers is limited to 16 KiB.
  server.maxHeadersCount = 0;
  // A client may close its side of the connection after a whole request and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Without any traffic for this time, the client does not accept the response, or has no further request.
  server.setTimeout(drainMs, (socket) => {
    if (socket.writableLength > 0 || connectionOf(socket).current?.writableEnded) socket.destroy();
  });
  return server;
}
