import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a page may send beside the safelisted headers. */
const allowedHeaders = 'Content-Type, Idempotency-Key';

/** What a page may read beside the safelisted headers. */
const exposedHeaders = 'Location, Retry-After';

/** How long a browser remembers the response to a preflight request. */
const preflightAgeS = 600;

/**
 * Cross-origin resource sharing (Fetch standard, section 3.3).
 * @param allowed Origins whose pages may use the service: exact ones (RFC 6454 section 6.2), or `*` for every page.
 */
export function createCrossOrigin(allowed: readonly string[]) {
  return {
    /** Lets the requesting page read a response, whatever its status. */
    allow(request: FastifyRequest, reply: FastifyReply): void {
      if (allowed.length === 0) return;
      // A cache must not give one page the response to another.
      if (!allowed.includes('*')) reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '));
      const origin = allowed.find((one) => one === '*' || one === request.headers.origin);
      if (origin === undefined) return;
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', exposedHeaders);
    },
    /** The headers of the response to a preflight request; null when it is none, or no page may send. */
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
