import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For what has a hash of its content in its address. */
export const forever = 'public, max-age=31536000, immutable';

/** A strong validator of these bytes (RFC 9110 section 8.8.3). */
export function etagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Sets the ETag, and tells whether the client has this content already (RFC 9110 section 13.1.2). */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return hasContent(request, etag);
}

/** Whether the client has this content already. */
export function hasContent(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => opaque(tag.trim()));
  return known.includes(opaque(etag)) || known.includes('*');
}

/** A proxy that compresses makes a weak tag of a strong one. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
