import { randomUUID } from 'node:crypto';
import { trimWhitespace } from '../language/whitespace.ts';

declare const objectKey: unique symbol;

/** `commissions/<uuid v4>.<extension>`. The extension is an RFC 9110 token of 1 to 127 characters. */
export type ObjectKey = string & { readonly [objectKey]: true };

const noToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/gu;
const keyPattern =
  /^commissions\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,127}$/;
const maxExtensionLength = 127;

/** Creates a new key for a file. `sentType` is the media type as sent, or null when the client sent none (C23). */
export function createObjectKey(sentType: string | null): ObjectKey {
  return `commissions/${randomUUID()}.${keyExtension(sentType ?? '')}` as ObjectKey;
}

/** Returns the key, or null when `createObjectKey` cannot have made it. */
export function parseObjectKey(text: string): ObjectKey | null {
  return keyPattern.test(text) ? (text as ObjectKey) : null;
}

/** Returns the extension for a key: the media type between its first `/` and the next `;`, reduced to a token (C23). */
export function keyExtension(mediaType: string): string {
  const slash = mediaType.indexOf('/');
  if (slash === -1) return 'bin';
  const [subtype = ''] = mediaType.slice(slash + 1).split(';', 1);
  return trimWhitespace(subtype).replace(noToken, '-').slice(0, maxExtensionLength) || 'bin';
}
