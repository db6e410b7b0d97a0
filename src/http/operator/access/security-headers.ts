import type { FastifyInstance } from 'fastify';

export const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "manifest-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Routes whose content is no personal data override this header.
  'cache-control': 'no-store',
} as const;

/** Overrides the policy for files that customers sent, so that a browser that opens such a file runs nothing in it. */
export const downloadSecurityHeaders = { 'content-security-policy': "default-src 'none'; sandbox" } as const;

/** Adds the security headers to every response of the operators' listener. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
}
