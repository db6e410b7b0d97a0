import { type Failure, failures } from '../failure/failure.ts';
import { maxFiles } from './limits.ts';

/** What is known of a form so far. */
export interface FormFacts {
  readonly payload: PayloadFact;
  readonly fileCount: number;
  /** Name of the first file over the limit, in the order of the form. */
  readonly firstTooLarge: string | null;
}

export type PayloadFact = 'unread' | 'valid' | Failure;

/** The failure that stands whatever the rest of the form holds; null while it is open (C10, C11). */
export function certainVerdict(facts: FormFacts): Failure | null {
  if (facts.payload === 'unread') return null;
  if (facts.payload !== 'valid') return facts.payload;
  return facts.fileCount > maxFiles ? failures.tooManyFiles() : null;
}

/** The verdict on a form that has been read whole; null when it is accepted (spec.md, Errors). */
export function finalVerdict(facts: FormFacts): Failure | null {
  return facts.payload === 'unread' ? failures.missingPayload() : establishedVerdict(facts);
}

/** The first failure among the facts, for a form that could not be read to its end (C9). */
export function establishedVerdict(facts: FormFacts): Failure | null {
  if (facts.payload !== 'unread' && facts.payload !== 'valid') return facts.payload;
  if (facts.fileCount > maxFiles) return failures.tooManyFiles();
  return facts.firstTooLarge === null ? null : failures.fileTooLarge(facts.firstTooLarge);
}
