import type { ByteRange } from '../../../objects/object-store.ts';

/**
 * The bytes that a `Range` asks for (RFC 9110, section 14.2). What is no range of bytes, and more than one range, is ignored:
 * the whole is sent.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? 'whole' : suffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= size) return 'unsatisfiable';
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** An empty file has no bytes for a `Content-Range`, but its end can be sent. */
function suffix(length: number, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable';
  return size === 0 ? 'whole' : { first: Math.max(0, size - length), last: size - 1 };
}
