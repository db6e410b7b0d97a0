import type { FastifyInstance, FastifyReply } from 'fastify';

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** What is served loads nothing from elsewhere and is shown in no frame. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(securityHeaders);
}

/** For every route of this scope. */
export function addSecurityHeaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    setSecurityHeaders(reply);
  });
}
