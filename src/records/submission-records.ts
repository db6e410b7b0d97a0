import type { Claim } from '../journal/intent-journal.ts';
import type { Receipt, Submission } from '../submission/submission.ts';

/**
 * The records of submissions, for whoever stores them. Calls reject when the database cannot be reached or rejects the
 * statement; a rejected call may still have taken effect, unless it says otherwise.
 */
export interface SubmissionRecords {
  /**
   * Stores the request record with status `NEW`, its links to extras and its idempotency key and, when files follow, an
   * intent that names every object key that will be used: in one statement, before any upload. A submission whose key
   * stands for a request already is not stored; that the earlier request is stored is reported only after it has been
   * made sure that it stays.
   *
   * Calls at the same time may share a statement; what is rejected of one of them is stored of the others. Rejects with
   * a NotStoredError when nothing of the submission is stored, nor will be.
   */
  begin(submission: Submission): Promise<Claim | EarlierUse>;
  /**
   * Stores all file records and ends the intent in one statement. When the connection is lost over it, the outcome is
   * looked up on another one: the promise rejects only when it could not be learned.
   */
  complete(claim: Claim, submission: Submission): Promise<Completion>;
}

export type Completion = 'completed' | 'claim-lost';

/** What an idempotency key that was used before stands for: a stored request, or the reason why there is none to report. */
export interface EarlierUse {
  readonly earlier: Receipt | 'other-form' | 'under-way';
}

/**
 * Nothing of the submission was stored: no statement was sent, or the server rolled it back. Its `cause` is the failure.
 */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';

  constructor(cause: unknown) {
    super('Nothing of the submission was stored', { cause });
  }
}

/** For `catch`. */
export function asNotStored(cause: unknown): never {
  throw new NotStoredError(cause);
}
