import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Origins whose pages may use the service: none, exact ones (RFC 6454 section 6.2), or `*` for every page. */
export type AllowedOrigins = readonly string[] | '*';

/** Cross-origin resource sharing (Fetch standard, section 3.3). */
export interface CrossOrigin {
  /** Lets the requesting page read an answer, whatever its status. */
  mark(request: IncomingMessage, reply: FastifyReply): void;
  /** The headers for a browser that asks before it sends; null when it is none, or no page may send. */
  preflight(request: IncomingMessage, allow: string): Readonly<Record<string, string>> | null;
}

/** What a page may send beside the headers that need no leave. */
const allowedHeaders = 'Content-Type, Idempotency-Key';

/** What a page may read beside the headers that need no leave. */
const exposedHeaders = 'Retry-After';

/** How long a browser remembers a leave. */
const preflightAgeS = 600;

export function createCrossOrigin(allowed: AllowedOrigins): CrossOrigin {
  if (allowed.length === 0) return { mark() {}, preflight: () => null };

  return {
    mark(request, reply) {
      // Another page's answer is not for this one.
      if (allowed !== '*') reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '));
      const origin = allowed === '*' ? '*' : allowed.find((one) => one === request.headers.origin);
      if (origin === undefined) return;
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', exposedHeaders);
    },
    preflight({ method, headers }, allow) {
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null;
      return {
        'access-control-allow-methods': allow,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(preflightAgeS),
      };
    },
  };
}
