import { randomUUID } from 'node:crypto';
import { trimWhitespace } from './whitespace.ts';

declare const objectKey: unique symbol;

/** `commissions/<uuid v4>.<extension>`, the extension an RFC 9110 token of 1 to 127 characters. */
export type ObjectKey = string & { readonly [objectKey]: true };

const noToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/gu;
const keyPattern =
  /^commissions\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,127}$/;
const maxExtensionLength = 127;

/** A fresh key for a file of this media type as sent, null when none was (spec.md, Object key rules; C23). */
export function createObjectKey(sentType: string | null): ObjectKey {
  return `commissions/${randomUUID()}.${keyExtension(sentType ?? '')}` as ObjectKey;
}

/** The key, or null when `text` is not one that `createObjectKey` could have made. */
export function parseObjectKey(text: string): ObjectKey | null {
  return keyPattern.test(text) ? (text as ObjectKey) : null;
}

/** The extension of a key: what follows the first `/` up to a `;`, made a token (C23). */
export function keyExtension(mediaType: string): string {
  const slash = mediaType.indexOf('/');
  if (slash === -1) return 'bin';
  const [subtype = ''] = mediaType.slice(slash + 1).split(';', 1);
  return trimWhitespace(subtype).replace(noToken, '-').slice(0, maxExtensionLength) || 'bin';
}
