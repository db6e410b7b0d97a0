import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Whether a person reads the response: a browser that opens the address. Programs accept JSON or anything. */
export function prefersHtml({ headers }: FastifyRequest): boolean {
  return negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html';
}
