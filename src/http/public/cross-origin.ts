import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that a page may send in addition to the safelisted ones. */
const allowedHeaders = 'Content-Type, Idempotency-Key';

/** Headers that a page may read in addition to the safelisted ones. */
const exposedHeaders = 'Location, Retry-After';

/** Say when the form opens, by the clock of the service. */
const routesByClock = /\/api\/v1\/(?:availability|catalogue)$/;

/** How long a browser caches the response to a preflight request. */
const preflightAgeS = 600;

/**
 * Creates the headers of cross-origin resource sharing (Fetch standard, section 3.3).
 * @param allowed Origins whose pages may use the service: exact ones (RFC 6454 section 6.2), or `*` for every page.
 */
export function createCrossOrigin(allowed: readonly string[]) {
  return {
    /** Lets the requesting page read a response, with any status. */
    allow(request: FastifyRequest, reply: FastifyReply): void {
      if (allowed.length === 0) return;
      // A cache must not return the response for one origin to another.
      if (!allowed.includes('*')) reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '));
      const origin = allowed.find((one) => one === '*' || one === request.headers.origin);
      if (origin === undefined) return;
      reply.header('access-control-allow-origin', origin);
      reply.header(
        'access-control-expose-headers',
        routesByClock.test(request.routeOptions.url ?? '') ? `${exposedHeaders}, Date` : exposedHeaders,
      );
    },
    /** Returns the headers for a preflight request. Returns null for other requests, or when no origin is allowed. */
    preflight({ method, headers }: IncomingMessage, allow: string): Readonly<Record<string, string>> | null {
      if (allowed.length === 0 || method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
        return null;
      return {
        'access-control-allow-methods': allow,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(preflightAgeS),
      };
    },
  };
}
