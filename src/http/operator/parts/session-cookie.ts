import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie with a session's token. */
export interface SessionCookie {
  readonly name: string;
  /** Returns the token, or null when the request has no session cookie. */
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const thirtyDaysS = 30 * 24 * 60 * 60;

/** @param isSecure Whether people use https. The `__Host-` prefix then keeps other hosts from setting the cookie. */
export function createSessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-commissions-session' : 'commissions-session';
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return {
    name,
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token) => void reply.setCookie(name, token, { ...attributes, maxAge: thirtyDaysS }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}
