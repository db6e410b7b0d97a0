import type { IncomingHttpHeaders } from 'node:http';

const mostCharacters = 255;
const bare = /^(?!")[\x21-\x7e]+$/;
/** A string as in RFC 8941 section 3.3.3. */
const quoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;

type IdempotencyKey = { readonly key: string | null } | 'invalid';

/**
 * Reads the key of `Idempotency-Key`, null without that header: 1 to 255 characters, visible ASCII or a string of a
 * structured field. A repeated header is invalid, because Node joins its values with a comma and a space.
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): IdempotencyKey {
  const value = headers['idempotency-key'];
  if (value === undefined) return { key: null };
  const key = keyOf(String(value));
  return key.length >= 1 && key.length <= mostCharacters ? { key } : 'invalid';
}

/** Returns the key, or an empty text when the value has neither form. */
function keyOf(value: string): string {
  if (bare.test(value)) return value;
  return quoted.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : '';
}
