import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Attachment } from '../../platform/objects/attachment.ts';
import type { Payload } from './payload.ts';

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

/** Identifies a form that a client may send several times. */
export interface Idempotency {
  /** The client's key, 1 to 255 ASCII characters. */
  readonly key: string;
  /** SHA-256 of the payload and the attachments, lower-case hex. Equal for equal forms in any multipart encoding. */
  readonly fingerprint: string;
}

export function createIdempotency(key: string, payload: Payload, attachments: readonly Attachment[]): Idempotency {
  const facts = [payloadFacts(payload), attachments.map(attachmentFacts)];
  return { key, fingerprint: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

/** Never changed, so that a client may repeat a form to a newer version of the service. */
const firstFields = [
  'typeId',
  'optionId',
  'extraIds',
  'customerName',
  'customerEmail',
  'customerSocials',
  'message',
  'customCardId',
] as const satisfies readonly (keyof Payload)[];

/**
 * The values of the first fields, then the names and values of later fields that have one. Arrays, because the order of
 * an object's properties is not guaranteed.
 */
function payloadFacts(payload: Payload) {
  const first: readonly string[] = firstFields;
  const later = Object.entries(payload)
    .filter(([name, value]) => !first.includes(name) && value !== null && [value].flat().length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return [...firstFields.map((name) => payload[name]), ...later];
}

function attachmentFacts({ fileName, sentType, size, sha256 }: Attachment) {
  return [fileName, sentType, size, sha256];
}
