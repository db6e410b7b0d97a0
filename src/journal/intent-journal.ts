import type { ObjectKey } from '../submission/object-key.ts';

/** A request and every object key that was meant for it. */
interface Upload {
  readonly requestId: string;
  readonly keys: readonly ObjectKey[];
}

/** The right to upload for a request and to complete it, until the lease runs out and another process takes it over. */
export interface Claim {
  readonly requestId: string;
  readonly fence: number;
}

/** An upload of this process that failed. */
export interface FailedUpload extends Upload {
  /** The key that the client sent with the form; null when it sent none. */
  readonly idempotencyKey: string | null;
}

/** A condemned upload whose objects have to be deleted now. */
export interface DueUpload extends Upload {
  /** How often it has been claimed, this time included. */
  readonly tries: number;
}

/** For whoever uploads. */
export interface Leases {
  /** Extends the lease of an upload under way. */
  renew(claim: Claim): Promise<'renewed' | 'claim-lost'>;
}

/** For whoever rolls an upload back. */
export interface Condemnations {
  /**
   * Deletes the request with all that hangs on it and condemns its intent, in one transaction; the intent is made where
   * there is none. Idempotent. A request that may have been reported as stored under its idempotency key is kept.
   */
  condemn(upload: FailedUpload): Promise<'condemned' | 'kept'>;
}

/** For the sweep. */
export interface DueUploads {
  /**
   * Condemns uploads whose lease ran out and deletes their requests. Resolves with at most `limit` condemned uploads whose
   * objects have to be deleted (again), each to one caller. The pause until the next time grows from 30 s to an hour.
   */
  claimDue(limit: number): Promise<readonly DueUpload[]>;
  /** To be called when all objects of a condemned upload are deleted: notes it, and ends its intent once the grace period is over. */
  forget(requestId: string): Promise<void>;
}

/**
 * The journal of uploads under way. Calls reject when the database cannot be reached or rejects the statement; a
 * rejected call may still have taken effect.
 */
export interface IntentJournal extends Leases, Condemnations, DueUploads {}
