import { type Failure, failures } from '../failure/failure.ts';
import { maxFiles } from './limits.ts';
import type { PayloadResult } from './payload.ts';

/** What is known of a form so far. */
export interface FormFacts {
  readonly payload: PayloadResult | 'unread';
  readonly fileCount: number;
  /** Name of the first file over the limit, in the order of the form. */
  readonly firstTooLarge: string | null;
}

/** The failure that stands whatever the rest of the form holds; null while it is open (C10, C11). */
export function certainVerdict(facts: FormFacts): Failure | null {
  if (facts.payload === 'unread') return null;
  if ('failure' in facts.payload) return facts.payload.failure;
  return facts.fileCount > maxFiles ? failures.tooManyFiles() : null;
}

/** The verdict on a form that has been read whole; its payload when it is accepted (spec.md, Errors). */
export function finalVerdict(facts: FormFacts): PayloadResult {
  if (facts.payload === 'unread') return { failure: failures.missingPayload() };
  const failure = establishedVerdict(facts);
  return failure === null ? facts.payload : { failure };
}

/** The first failure among the facts, for a form that could not be read to its end (C9). */
export function establishedVerdict(facts: FormFacts): Failure | null {
  if (facts.payload !== 'unread' && 'failure' in facts.payload) return facts.payload.failure;
  if (facts.fileCount > maxFiles) return failures.tooManyFiles();
  return facts.firstTooLarge === null ? null : failures.fileTooLarge(facts.firstTooLarge);
}
