import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorParts } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { permissionOf } from './permissions.ts';
import { mayCall, type Principal, principalDecorator } from './principal.ts';

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i;
const safeMethods = ['GET', 'HEAD'];

/**
 * Checks every request against the table of permissions before its body is read.
 * @param origin The origin that people use, or null for plain http at the host that the request names.
 */
export function addAccessControl(app: FastifyInstance, parts: OperatorParts, origin: string | null): void {
  const {
    accounts: { sessions, tokens },
    site: { sessionCookie },
  } = parts;
  app.decorateRequest(principalDecorator, null);

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const permission = permissionOf(request.method, request.routeOptions.url ?? '');
    if (permission === null) throw problems.forbidden();
    const isBrowser =
      permission === 'public' ? hasOriginHeaders(request.headers) : sessionCookie.read(request) !== null;
    if (isBrowser) assertSameOrigin(request);
    if (permission === 'public') return;
    const principal = await authenticate(request);
    if (principal === null) return rejectUnknown(request, reply);
    if (!mayCall(principal, permission)) throw problems.forbidden();
    request.setDecorator(principalDecorator, principal);
  });

  // A body may take a minute to arrive, and the role may fall, the session end or the token be revoked meanwhile.
  app.addHook('preHandler', async (request) => {
    const principal = request.getDecorator<Principal | null>(principalDecorator);
    if (principal === null || safeMethods.includes(request.method)) return;
    if (!(await principal.isStillValid())) throw problems.unauthenticated();
  });

  /** Rejects a change from a page of another site, because browsers attach cookies automatically, but never tokens. */
  function assertSameOrigin(request: FastifyRequest): void {
    if (safeMethods.includes(request.method) || request.headers.authorization !== undefined) return;
    if (!isSameOrigin(request.headers, origin)) throw problems.crossSite();
  }

  /** Authenticates by the `Authorization` header, and by the cookie only when the request has no such header. */
  function authenticate(request: FastifyRequest): Promise<Principal | null> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return authenticateToken(bearerPattern.exec(authorization)?.[1] ?? '');
    return authenticateSession(sessionCookie.read(request));
  }

  async function authenticateToken(secret: string): Promise<Principal | null> {
    const token = await tokens.authenticate(secret);
    if (token === null) return null;
    return { kind: 'token', token, isStillValid: async () => (await tokens.authenticate(secret)) !== null };
  }

  async function authenticateSession(cookie: string | null): Promise<Principal | null> {
    const signedIn = cookie === null ? null : await sessions.authenticate(cookie);
    if (signedIn === null) return null;
    const { operator, sessionId } = signedIn;
    return {
      kind: 'operator',
      operator,
      sessionId,
      // Listing the sessions does not count as use, so that an unused session still expires.
      isStillValid: async () => (await sessions.list(operator.id)).some(({ id }) => id === sessionId),
    };
  }
}

/** Redirects a browser to the sign-in page, which leads back. Responds to a program with 401. */
function rejectUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { accept, authorization } = request.headers;
  const isPage = safeMethods.includes(request.method) && authorization === undefined && accept?.includes('text/html');
  if (isPage)
    return reply.redirect(request.url === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(request.url)}`, 303);
  throw problems.unauthenticated();
}

/**
 * Browsers send one of these headers with every method except `GET` and `HEAD` (Fetch, "append a request Origin
 * header"). Programs may omit them.
 */
function hasOriginHeaders(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Whether a page of this listener sent the request. Current browsers send `Sec-Fetch-Site` (W3C Fetch Metadata), older
 * ones `Origin`. A request with neither header fails the check.
 */
function isSameOrigin(headers: IncomingHttpHeaders, origin: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && headers.origin === (origin ?? `http://${headers.host}`);
}
