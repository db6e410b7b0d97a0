import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Whether a person reads the response: a browser that opens the address. Programs accept JSON or anything. */
export function prefersHtml({ headers }: FastifyRequest): boolean {
  return negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html';
}

/** Returns the path of a request's target, still encoded, also of one in absolute form (RFC 9112 section 3.2.2). */
export function targetPath(target: string): string {
  // A target must not have a fragment, but the parser allows one.
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path;
}
