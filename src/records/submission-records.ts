import type { ObjectKey } from '../submission/object-key.ts';
import type { Submission } from '../submission/submission.ts';

/**
 * The records of submissions and the journal of uploads under way. All calls reject when the database cannot be
 * reached or refuses; a rejected call may still have taken effect, unless it says otherwise.
 */
export interface SubmissionRecords {
  /** Resolves when the tables are up to date, bringing them there if need be. */
  ready(): Promise<void>;
  /** Resolves when the database answers now, with the tables there. */
  ping(): Promise<void>;
  /**
   * Stores the request record with status `NEW`, its links to extras and, when files follow, an intent that names
   * every object key that will be used: all in one statement, before any upload. Calls made at the same time may share
   * that statement; what is refused to one of them is stored of the others.
   */
  begin(submission: Submission): Promise<Claim>;
  /** Lengthens the lease of an upload under way. */
  renew(claim: Claim): Promise<'renewed' | 'claim-lost'>;
  /**
   * Stores all file records and ends the intent in one statement. A connection lost over it is resolved by asking
   * again: the promise rejects only when the outcome could not be learned.
   */
  complete(claim: Claim, submission: Submission): Promise<'completed' | 'claim-lost'>;
  /** Removes the request record with all that hangs on it and condemns the intent, in one statement. Idempotent. */
  abandon(upload: Upload): Promise<void>;
  /** No object of these keys is left for now: ends the intent once its grace period is over. */
  forget(requestId: string): Promise<void>;
  /**
   * Condemns uploads whose lease ran out and removes their records; answers up to `limit` condemned ones whose objects
   * have to be deleted (again), each to one caller.
   */
  claimExpired(limit: number): Promise<readonly AbandonedUpload[]>;
}

/** The right to upload for a request and to complete it, until the lease runs out and another takes it. */
export interface Claim {
  readonly requestId: string;
  readonly fence: number;
}

/** A request and every object key that was meant for it. */
export interface Upload {
  readonly requestId: string;
  readonly keys: readonly ObjectKey[];
}

/** An upload that will not be completed: the objects of its keys have to go. */
export interface AbandonedUpload extends Upload {
  /** How often it has been handed out, this time included. */
  readonly tries: number;
}
