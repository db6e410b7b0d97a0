import { randomUUID } from 'node:crypto';
import { trimWhitespace } from '../language/whitespace.ts';

declare const objectKey: unique symbol;

/**
 * A customer's file: `commissions/<uuid v4>.<extension>`. The extension is an RFC 9110 token of 1 to 127 characters.
 * A picture of the studio: `commissions/studio/<uuid v4>.webp`.
 */
export type ObjectKey = string & { readonly [objectKey]: true };

const noToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/gu;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const extension = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]{1,127}";
const keyPattern = new RegExp(`^commissions/(?:${uuid}\\.${extension}|studio/${uuid}\\.webp)$`);
const maxExtensionLength = 127;

/** Creates a new key for a file. `sentType` is the media type as sent, or null without one (C23). */
export function createObjectKey(sentType: string | null): ObjectKey {
  return `commissions/${randomUUID()}.${keyExtension(sentType ?? '')}` as ObjectKey;
}

/** Creates a new key for a picture of the studio. No key is used again, also not for the same picture. */
export function createStudioKey(): ObjectKey {
  return `commissions/studio/${randomUUID()}.webp` as ObjectKey;
}

/** Returns the key, or null for a text that these functions cannot have made. */
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
