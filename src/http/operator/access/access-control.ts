import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiTokens, Sessions } from '../../../accounts/accounts.ts';
import { problems } from '../problem.ts';
import { permissionOf } from './permissions.ts';
import { mayCall, type Principal, principalDecorator } from './principal.ts';
import { type IsSameOrigin, saysItsOrigin } from './same-origin.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface AccessOptions {
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly sessionCookie: SessionCookie;
  readonly isSameOrigin: IsSameOrigin;
}

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i;
const safeMethods = ['GET', 'HEAD'];

/** Checks every request of every route by the one table of permissions, before its body is read. */
export function addAccessControl(app: FastifyInstance, options: AccessOptions): void {
  app.decorateRequest(principalDecorator, null);

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const permission = permissionOf(request.method, request.routeOptions.url ?? '');
    if (permission === null) throw problems.forbidden();
    if (permission !== 'public' || saysItsOrigin(request.headers)) assertSameOrigin(request);
    if (permission === 'public') return;
    const principal = await authenticate(request);
    if (principal === null) return rejectUnknown(request, reply);
    if (!mayCall(principal, permission)) throw problems.forbidden();
    request.setDecorator(principalDecorator, principal);
  });

  /** A browser sends cookies by itself, so that a change needs a proof of who asked for it; it never sends a token so. */
  function assertSameOrigin(request: FastifyRequest): void {
    if (safeMethods.includes(request.method) || request.headers.authorization !== undefined) return;
    if (!options.isSameOrigin(request.headers)) throw problems.crossSite();
  }

  /** With an `Authorization` header the cookie is not looked at. */
  function authenticate(request: FastifyRequest): Promise<Principal | null> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return authenticateToken(bearerPattern.exec(authorization)?.[1] ?? '');
    return authenticateSession(options.sessionCookie.read(request));
  }

  async function authenticateToken(secret: string): Promise<Principal | null> {
    const token = await options.tokens.authenticate(secret);
    if (token === null) return null;
    return { kind: 'token', token, isStillValid: async () => (await options.tokens.authenticate(secret)) !== null };
  }

  async function authenticateSession(cookie: string | null): Promise<Principal | null> {
    const signedIn = cookie === null ? null : await options.sessions.authenticate(cookie);
    if (signedIn === null) return null;
    const { operator, sessionId } = signedIn;
    return {
      kind: 'operator',
      operator,
      sessionId,
      // Looking is no use of the session: one that nobody uses ends.
      isStillValid: async () => (await options.sessions.list(operator.id)).some(({ id }) => id === sessionId),
    };
  }
}

/** A browser is led to the sign-in page, which leads back; a program gets 401. */
function rejectUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = safeMethods.includes(request.method) && request.headers.accept?.includes('text/html') === true;
  if (isPage)
    return reply.redirect(request.url === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(request.url)}`, 303);
  throw problems.unauthenticated();
}
