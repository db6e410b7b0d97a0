import type { Actor } from '../../events/events.ts';
import type { RequestStatus } from '../../events/statuses.ts';
import type { Block } from '../../triage/guard/block-shape.ts';
import type { Erasure, ErasureCandidate, ErasurePage, ErasureReason, OpeningNotice } from './erasure-shape.ts';

export interface ErasureCause {
  readonly reason: ErasureReason;
  readonly actor: Actor;
  /** Requests whose retention period is not over by these rules are skipped: they changed after they were found. */
  readonly rules?: readonly RetentionRule[];
  /** Requests that the guard does not hold are skipped: they were released after they were found. */
  readonly isHeld?: true;
  /** Requests with another version are skipped. */
  readonly version?: number | null;
}

/** Requests of this status, or those that the guard holds, are erased `days` after their last change, or after their arrival when never changed. */
export interface RetentionRule {
  readonly status: RequestStatus | 'HELD';
  readonly days: number;
}

/** Erases requests. Calls reject when the database cannot be reached. */
export interface Eraser {
  /**
   * Deletes the requests with their dependent rows, then their objects. Skips requests that do not exist or have not
   * arrived whole. A request whose receipt is returned stays deleted, even if this process crashes. An object that
   * cannot be deleted now is deleted later. Works in batches: batches before a rejection are erased.
   */
  erase(ids: readonly string[], cause: ErasureCause): Promise<readonly Erasure[]>;
}

/** Finds requests to erase. Calls reject when the database cannot be reached. */
export interface ErasureCandidates {
  find(id: string): Promise<ErasureCandidate | null>;
  /** Resolves with all requests from this mailbox, however its address is written (`mailboxKey`), the oldest first. */
  ofPerson(email: string): Promise<readonly ErasureCandidate[]>;
  /** Resolves with up to `limit` requests whose retention period is over, the oldest first. */
  expired(rules: readonly RetentionRule[], limit: number): Promise<readonly ErasureCandidate[]>;
}

/** The receipts of erased requests in the database. */
export interface ErasureLog {
  find(requestId: string): Promise<Erasure | null>;
  /** Resolves with the page at `cursor`, which is the `next` of an earlier page, or with null for an unknown cursor. */
  list(cursor: string | null, limit: number): Promise<ErasurePage | null>;
}

/** The data of a person beside their requests. */
export interface PersonNotice {
  /** The address that wants to hear when the form opens, or null. */
  readonly openingNotice: OpeningNotice | null;
  /** The blocks that name the person, and those made from their requests. */
  readonly blocks: readonly Block[];
}

/** The data of a person beside their requests, by any spelling of the address. Calls reject likewise. */
export interface PersonNotices {
  find(email: string, requestIds: readonly string[]): Promise<PersonNotice>;
  /** Deletes the address, and keeps only the keyed hash of the blocks. Resolves with the erased data. */
  forget(email: string, requestIds: readonly string[]): Promise<PersonNotice>;
}

/** The services of erasure. */
export interface ErasureParts {
  readonly eraser: Eraser;
  readonly candidates: ErasureCandidates;
  readonly erasures: ErasureLog;
  readonly notices: PersonNotices;
}
