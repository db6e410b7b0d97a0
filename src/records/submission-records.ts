import type { Idempotency } from '../submission/idempotency.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import type { Receipt } from '../submission/receipt.ts';
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
   * that statement; what is refused to one of them is stored of the others. Rejects with a NotStoredError when nothing
   * of the submission is stored, nor will be.
   */
  begin(submission: Submission): Promise<Claim>;
  /**
   * Begins the submission unless its idempotency key stands for one already; in both cases in one statement. Gives an
   * intent to a submission without files, too, so that `complete` has to follow. That an earlier request is stored is
   * told only after it has been made sure that it stays. Rejects as `begin` does.
   */
  beginOnce(submission: Submission, idempotency: Idempotency): Promise<Claim | EarlierUse>;
  /** Lengthens the lease of an upload under way. */
  renew(claim: Claim): Promise<'renewed' | 'claim-lost'>;
  /**
   * Stores all file records and ends the intent in one statement. A connection lost over it is resolved by asking
   * again: the promise rejects only when the outcome could not be learned.
   */
  complete(claim: Claim, submission: Submission): Promise<'completed' | 'claim-lost'>;
  /**
   * Removes the request record with all that hangs on it and condemns the intent, in one statement. Idempotent. But a
   * request whose idempotency key has been answered with it is stored, and kept whole.
   */
  abandon(upload: FailedUpload): Promise<'abandoned' | 'kept'>;
  /** No object of these keys is left for now: ends the intent once its grace period is over. */
  forget(requestId: string): Promise<void>;
  /**
   * Condemns uploads whose lease ran out and removes their records; answers up to `limit` condemned ones whose objects
   * have to be deleted (again), each to one caller.
   */
  claimExpired(limit: number): Promise<readonly AbandonedUpload[]>;
  /** Forgets up to `limit` idempotency keys that are older than 24 hours; answers how many. */
  forgetKeys(limit: number): Promise<number>;
}

/** What an idempotency key stands for when it is sent again: a request that is stored, or why there is none to tell. */
export interface EarlierUse {
  readonly earlier: Receipt | 'other-form' | 'under-way';
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

/** An upload of ours that failed. */
export interface FailedUpload extends Upload {
  /** Whether it came with an idempotency key; false when left out. */
  readonly isKeyed?: boolean;
}

/** An upload that will not be completed: the objects of its keys have to go. */
export interface AbandonedUpload extends Upload {
  /** How often it has been handed out, this time included. */
  readonly tries: number;
}

/**
 * The submission was refused before anything of it was stored: no statement was sent, or the server rolled it back. Its
 * `cause` is the failure.
 */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';

  constructor(cause: unknown) {
    super('Nothing of the submission was stored', { cause });
  }
}
