import type { core, z } from 'zod';
import { RequestTooLargeError } from '../failure/errors.ts';
import { type Failure, failures } from '../failure/failure.ts';
import { measureJson } from './json-measure.ts';
import { maxIssues, maxIssuesBytes, maxPayloadMembers } from './limits.ts';
import { earlierPayload, laterPayload } from './payload-schema.ts';

/** The two revisions of the endpoint; they differ in the payload alone. */
export const apiRevisions = ['earlier', 'later'] as const;

export type ApiRevision = (typeof apiRevisions)[number];

/** A payload that keeps all rules, absent values filled in. `customCardId` is always null in the earlier revision. */
export type Payload = Readonly<z.output<typeof laterPayload>>;

export type PayloadResult = { readonly payload: Payload } | { readonly failure: Failure };

/** These fit any response, for no issue holds what the customer wrote. */
const fewIssues = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a payload part: UTF-8, a leading BOM ignored (C3), JSON, rules (C12 to C18).
 * @throws {RequestTooLargeError} when its objects have over 10,000 members together (C9).
 */
export function readPayload(bytes: Uint8Array, revision: ApiRevision): PayloadResult {
  const value = parseJson(bytes);
  if (!value) return { failure: failures.invalidPayloadJson() };
  const result = (revision === 'later' ? laterPayload : earlierPayload).safeParse(value);
  if (!result.success) return { failure: failures.validationError(fittingIssues(result.error.issues)) };
  return { payload: { customCardId: null, ...result.data } };
}

/** Undefined, which no JSON stands for, when the text is no JSON. */
function parseJson(bytes: Uint8Array): unknown {
  const { members, isClosed } = measureJson(bytes);
  if (!isClosed) return undefined;
  if (members > maxPayloadMembers) {
    throw new RequestTooLargeError(`The payload's objects have over ${maxPayloadMembers} members`);
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** As many issues as one response takes (C16): those of whole fields first, then those of a list's items. */
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
