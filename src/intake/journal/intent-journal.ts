import type { ObjectKey } from '../../platform/objects/object-key.ts';

/** A request and every object key that was reserved for it. */
interface Upload {
  readonly requestId: string;
  readonly keys: readonly ObjectKey[];
}

/** The right to upload for a request and to complete it, until the lease expires and another process takes it over. */
export interface Claim {
  readonly requestId: string;
  readonly fence: number;
}

/** A failed upload of this process. */
export interface FailedUpload extends Upload {
  /** The client's idempotency key, or null without a key. */
  readonly idempotencyKey: string | null;
}

/** A condemned upload whose objects must be deleted now. */
export interface DueUpload extends Upload {
  /** Number of times the upload has been claimed, including this time. */
  readonly attempts: number;
}

/**
 * The journal of running uploads. Calls reject when the database cannot be reached or rejects the statement. A rejected
 * call may still have taken effect.
 */
export interface IntentJournal {
  /** Extends the lease of a running upload. */
  renew(claim: Claim): Promise<'renewed' | 'claim-lost'>;
  /**
   * Deletes the request with all dependent rows and condemns its intent, in one transaction. Creates the intent when it
   * does not exist. Idempotent. Keeps a request that may have been reported as stored under its idempotency key.
   */
  condemn(upload: FailedUpload): Promise<'condemned' | 'kept'>;
  /**
   * Condemns uploads with an expired lease and deletes their requests. Resolves with at most `limit` condemned uploads
   * whose objects must be deleted (again), each to one caller only. The pause between attempts grows from 30 s to an hour.
   */
  claimDue(limit: number): Promise<readonly DueUpload[]>;
  /** Records that all objects of a condemned upload are deleted. Ends the intent once the grace period is over. */
  forget(requestId: string): Promise<void>;
}
