import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For content whose address contains a hash of the content. */
export const forever = 'public, max-age=31536000, immutable';

/** Returns a strong validator of the bytes (RFC 9110 section 8.8.3). */
export function etagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Sets the ETag. Returns true when the client already has the content (RFC 9110 section 13.1.2). */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return hasContent(request, etag);
}

/** True when the client already has the content. */
export function hasContent(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => opaque(tag.trim()));
  return known.includes(opaque(etag)) || known.includes('*');
}

/** Sends 304. To `HEAD` as a stream, because Fastify adds a length of 0 otherwise, which is not that of the content. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
}

/** Removes the mark of a weak tag, because a compressing proxy turns strong tags into weak ones. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
