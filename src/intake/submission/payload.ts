import type { core, z } from 'zod';
import { RequestTooLargeError } from '../../platform/failure/errors.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import { maxIssues, maxIssuesBytes, maxPayloadMembers, maxPayloadStructures } from './limits.ts';
import { earlierPayload, laterPayload } from './payload-schema.ts';

/** The two revisions of the endpoint. Only their payloads differ. */
export const apiRevisions = ['earlier', 'later'] as const;

export type ApiRevision = (typeof apiRevisions)[number];

/** A valid payload, with defaults for absent values. `customCardId` is always null in the earlier revision. */
export type Payload = Readonly<z.output<typeof laterPayload>>;

export type PayloadResult = { readonly payload: Payload } | { readonly failure: Failure };

/** This many issues fit into any response, because an issue never contains the customer's input. */
const fewIssues = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a payload part: UTF-8 after an optional BOM (C3), JSON, then the payload's rules (C12 to C18).
 * @throws {RequestTooLargeError} when it has over 10,000 members, or over 120,000 arrays and objects (C9).
 */
export function readPayload(bytes: Uint8Array, revision: ApiRevision): PayloadResult {
  const value = parseJson(bytes);
  if (!value) return { failure: failures.invalidPayloadJson() };
  const result = (revision === 'later' ? laterPayload : earlierPayload).safeParse(value);
  if (!result.success) return { failure: failures.validationError(fittingIssues(result.error.issues)) };
  return { payload: { customCardId: null, ...result.data } };
}

/** Returns undefined, which JSON cannot express, when the text is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  const { members, structures } = measureJson(bytes);
  if (members > maxPayloadMembers) {
    throw new RequestTooLargeError(`The payload's objects have over ${maxPayloadMembers} members`);
  }
  if (structures > maxPayloadStructures) {
    throw new RequestTooLargeError(`The payload has over ${maxPayloadStructures} arrays and objects`);
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns the issues that fit into one response (C16). Issues of fields come before issues of list items. */
function fittingIssues(issues: readonly core.$ZodIssue[]): readonly core.$ZodIssue[] {
  if (issues.length <= fewIssues) return issues;
  const ordered = issues.toSorted((a, b) => a.path.length - b.path.length).slice(0, maxIssues);
  let bytes = 0;
  const surplus = ordered.findIndex((issue) => {
    bytes += Buffer.byteLength(JSON.stringify(issue)) + 1;
    return bytes > maxIssuesBytes;
  });
  return surplus === -1 ? ordered : ordered.slice(0, surplus);
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const colon = 0x3a;

/**
 * Returns the number of members in all objects of a JSON text (UTF-8) together, and of its arrays and objects. Repeated
 * names count each time. Accepts any bytes and takes linear time.
 */
function measureJson(text: Uint8Array) {
  let members = 0;
  let structures = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) isString = !isString;
    else if (byte === backslash) at += 1;
    else if (isString) continue;
    else if (byte === colon) members += 1;
    else if (byte === openBrace || byte === openBracket) structures += 1;
  }
  return { members, structures };
}
