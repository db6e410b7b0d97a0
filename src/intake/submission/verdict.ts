import { type Failure, failures } from '../../platform/failure/failure.ts';
import { maxFiles } from './limits.ts';
import type { PayloadResult } from './payload.ts';

/** The facts about a form that have been read so far. */
export interface FormFacts {
  readonly payload: PayloadResult | 'unread';
  readonly fileCount: number;
  /** Name of the first file over the size limit, in the order of the form. Null when no file exceeds the limit. */
  readonly firstTooLarge: string | null;
}

/** Returns the failure that the rest of the form cannot change, or null while the verdict is open (C10, C11). */
export function irrevocableFailure(facts: FormFacts): Failure | null {
  if (facts.payload === 'unread') return null;
  if ('failure' in facts.payload) return facts.payload.failure;
  return facts.fileCount > maxFiles ? failures.tooManyFiles() : null;
}

/** Returns the payload of a form that was read to its end, or the failure that rejects the form (C10). */
export function finalVerdict(facts: FormFacts): PayloadResult {
  if (facts.payload === 'unread') return { failure: failures.missingPayload() };
  const failure = firstKnownFailure(facts);
  return failure === null ? facts.payload : { failure };
}

/** Returns the first failure among the facts, for a form that was not read to its end (C9), or null. */
export function firstKnownFailure(facts: FormFacts): Failure | null {
  if (facts.payload !== 'unread' && 'failure' in facts.payload) return facts.payload.failure;
  if (facts.fileCount > maxFiles) return failures.tooManyFiles();
  return facts.firstTooLarge === null ? null : failures.fileTooLarge(facts.firstTooLarge);
}
