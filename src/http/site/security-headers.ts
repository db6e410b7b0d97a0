import type { FastifyReply } from 'fastify';

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Sets headers so that a page loads nothing from other origins and cannot be framed. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(securityHeaders);
}
