import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInState } from '../../../accounts/open-id-connect.ts';
import type { OperatorParts } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { clientOf } from './sign-in-routes.ts';

const openIdConnectPath = '/sign-in/open-id-connect';
export const openIdConnectCallbackPath = `${openIdConnectPath}/callback`;

const tenMinutesS = 10 * 60;

/**
 * Adds the redirect to the provider and the callback. The state of a sign-in is in a cookie of the browser that began
 * it. The cookie is `Lax`, because the redirect of the provider comes from another site. The first callback deletes it.
 */
export async function addOpenIdConnectRoutes(app: FastifyInstance, parts: OperatorParts): Promise<void> {
  const {
    accounts: { openIdConnect },
    site: { sessionCookie, isSecure },
    host: { log },
  } = parts;
  if (openIdConnect === null) return;
  const { provider, identities } = openIdConnect;
  const name = isSecure ? '__Host-commissions-open-id-connect' : 'commissions-open-id-connect';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;

  app.get(openIdConnectPath, async (_request, reply) => {
    const { url, kept } = await provider.begin().catch((error: unknown) => {
      log.warn({ err: error }, 'The OpenID Connect provider does not respond');
      throw problems.providerUnavailable();
    });
    reply.setCookie(name, encode(kept), { ...attributes, maxAge: tenMinutesS });
    return reply.redirect(url.href, 303);
  });

  app.get(openIdConnectCallbackPath, async (request, reply) => {
    const kept = decode(request.cookies[name]);
    reply.clearCookie(name, attributes);
    const token = kept === null ? null : await signIn(request, kept);
    if (token === null) return reply.redirect('/sign-in?failed=open-id-connect', 303);
    sessionCookie.set(reply, token);
    return sendHome(reply);
  });

  async function signIn(request: FastifyRequest, kept: SignInState): Promise<string | null> {
    const returned = provider.finish(new URL(request.url, 'http://inbox'), kept);
    const identity = await returned.catch((error: unknown) => {
      log.warn({ err: error }, 'A sign-in with OpenID Connect was rejected');
      return 'rejected' as const;
    });
    // No event is recorded, because anybody can cause any number of rejections without an account at the provider.
    if (identity === 'rejected') return null;
    const session = await identities.signIn(identity, clientOf(request));
    return session?.token ?? null;
  }
}

/**
 * Sends a page that leads to the inbox. A redirect would count as a navigation from the site of the provider, for which
 * browsers withhold a `Strict` cookie. A page of this listener does not.
 */
function sendHome(reply: FastifyReply): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><title>Signed in</title><meta http-equiv="refresh" content="0; url=/"><a href="/">Go on</a>\n',
    );
}

function encode(kept: SignInState): string {
  const expiresAt = Date.now() + tenMinutesS * 1000;
  return Buffer.from(JSON.stringify({ ...kept, expiresAt })).toString('base64url');
}

/** Returns null when the cookie is missing, malformed or expired. */
function decode(cookie: string | undefined): SignInState | null {
  try {
    const value = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()) as Record<string, unknown>;
    const { state, nonce, codeVerifier, expiresAt } = value;
    if (typeof state !== 'string' || typeof nonce !== 'string' || typeof codeVerifier !== 'string') return null;
    return typeof expiresAt === 'number' && expiresAt > Date.now() ? { state, nonce, codeVerifier } : null;
  } catch {
    return null;
  }
}
