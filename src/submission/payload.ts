import { type Failure, failures } from './failure.ts';
import { readLongExtras } from './long-extras.ts';
import { earlierPayload } from './payload-earlier.ts';
import { parsePayloadJson } from './payload-json.ts';
import { laterPayload } from './payload-later.ts';

/** The two revisions of the endpoint; they differ in the payload alone. */
export const apiRevisions = ['earlier', 'later'] as const;

export type ApiRevision = (typeof apiRevisions)[number];

/** A payload that keeps all rules, absent values filled in. */
export interface Payload {
  readonly typeId: string | null;
  readonly optionId: string | null;
  /** As submitted: order and repetitions kept (C18). */
  readonly extraIds: readonly string[];
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerSocials: string | null;
  readonly message: string;
  /** Always null in the earlier revision. */
  readonly customCardId: string | null;
}

export type PayloadResult = { readonly payload: Payload } | { readonly failure: Failure };

/** Reads the bytes of a payload part: UTF-8, a leading BOM ignored (C3), JSON, rules (C12 to C18). */
export function readPayload(bytes: Uint8Array, revision: ApiRevision): PayloadResult {
  const value = parsePayloadJson(bytes);
  if (!value) return { failure: failures.invalidPayloadJson() };
  const long = readLongExtras(value);
  if (!long) return validate(value, revision);
  const result = validate(long.withBadOnly, revision);
  if ('payload' in result) return { payload: { ...result.payload, extraIds: long.extraIds } };
  const issues = result.failure.body.issues ?? [];
  return { failure: failures.validationError(issues.map((issue) => long.issueOfWhole(issue))) };
}

function validate(value: unknown, revision: ApiRevision): PayloadResult {
  return revision === 'later' ? validateLater(value) : validateEarlier(value);
}

function validateLater(value: unknown): PayloadResult {
  const result = laterPayload.safeParse(value);
  return result.success ? { payload: result.data } : { failure: failures.validationError(result.error.issues) };
}

function validateEarlier(value: unknown): PayloadResult {
  const result = earlierPayload.safeParse(value);
  if (!result.success) return { failure: failures.validationError(result.error.issues) };
  return { payload: { ...result.data, customCardId: null } };
}
