import type { Claim } from '../journal/intent-journal.ts';
import type { Receipt, Submission } from '../submission/submission.ts';

/**
 * The records of submissions. Calls reject when the database cannot be reached or rejects the statement. A rejected
 * call may still have taken effect, unless its description says otherwise.
 */
export interface SubmissionRecords {
  /**
   * Stores the request record with status `NEW`, its links to extras, its idempotency key and, when files follow, an
   * intent with every object key that will be used: all in one statement, before any upload. Does not store a
   * submission whose key is taken. Reports an earlier request as stored only after making sure that it is not rolled
   * back.
   *
   * Simultaneous calls may share a statement. A rejected submission does not affect the others. Rejects with a
   * NotStoredError when the submission is not stored and will not be stored.
   */
  begin(submission: Submission): Promise<Claim | EarlierUse>;
  /**
   * Stores all file records and ends the intent in one statement. When the connection is lost, looks the outcome up
   * over another connection. Rejects only when the outcome cannot be found out.
   */
  complete(claim: Claim, submission: Submission): Promise<Completion>;
}

export type Completion = 'completed' | 'claim-lost';

/** The earlier use of an idempotency key: a stored request, or the reason why it cannot be reported. */
export interface EarlierUse {
  readonly earlier: Receipt | 'other-form' | 'under-way';
}

/** The submission was not stored: no statement was sent, or the server rolled it back. `cause` is the error. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';

  constructor(cause: unknown) {
    super('The submission was not stored', { cause });
  }
}

/** For `catch`: throws the error as the cause of a NotStoredError. */
export function throwNotStored(cause: unknown): never {
  throw new NotStoredError(cause);
}
