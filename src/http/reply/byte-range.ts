import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../../platform/objects/object-store.ts';

/** Returns the bytes to send: all of them also if `If-Range` is a date or another ETag (RFC 9110, section 13.1.5). */
export function byteRangeOf(
  { headers }: FastifyRequest,
  etag: string,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return 'whole';
  return requestedRange(headers.range, size);
}

/**
 * Returns the bytes that a `Range` asks for (RFC 9110, section 14.2). A header that is not a range of bytes, or has
 * more than one range, is ignored, and the whole file is sent.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? 'whole' : suffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= size) return 'unsatisfiable';
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** A suffix of an empty file is the whole file, because a `Content-Range` cannot express zero bytes. */
function suffix(length: number, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable';
  return size === 0 ? 'whole' : { first: Math.max(0, size - length), last: size - 1 };
}
