import type { Actor } from '../inbox/events.ts';
import type { RequestStatus } from '../inbox/statuses.ts';
import type { ObjectKey } from '../submission/object-key.ts';

/** Why requests are erased: one by hand, all of a person, or a rule about their age. */
export type ErasureReason = 'request' | 'person' | 'retention';

/** The receipt of an erased request, without personal data. */
export interface Erasure {
  readonly requestId: string;
  readonly erasedAt: Date;
  readonly reason: ErasureReason;
  /** Of all its attachments. */
  readonly objectKeys: readonly ObjectKey[];
  /** Whether every object has been deleted. Until then the service goes on trying. */
  readonly isComplete: boolean;
}

/** What would be erased. */
export interface ErasureCandidate {
  readonly id: string;
  /** Short, for people. */
  readonly number: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  readonly files: number;
  /** Of its files together. */
  readonly bytes: number;
}

export interface ErasureCause {
  readonly reason: ErasureReason;
  readonly actor: Actor;
  /** A request whose time is not over by these is passed over: it was changed after it had been found. */
  readonly rules?: readonly RetentionRule[];
}

/** Requests of this status are erased so many days after their last change, or after they came. */
export interface RetentionRule {
  readonly status: RequestStatus;
  readonly days: number;
}

/** Erases requests. Calls reject when the database cannot be reached. */
export interface Eraser {
  /**
   * Deletes the requests with all that hangs on them, then their objects. A request that is not there, or has not
   * arrived whole, is passed over. A request whose receipt is given is gone, whatever happens to this process; an object
   * that cannot be deleted now is deleted later. Requests are taken a few at a time: those before a rejection are erased.
   */
  erase(ids: readonly string[], cause: ErasureCause): Promise<readonly Erasure[]>;
}

/** Finds what is to be erased. Calls reject when the database cannot be reached. */
export interface ErasureCandidates {
  find(id: string): Promise<ErasureCandidate | null>;
  /** All requests from this e-mail address, however it is written, the oldest first. */
  ofPerson(email: string): Promise<readonly ErasureCandidate[]>;
  /** Up to `limit` requests whose time is over, the oldest first. */
  expired(rules: readonly RetentionRule[], limit: number): Promise<readonly ErasureCandidate[]>;
}

export interface ErasurePage {
  /** The newest first. */
  readonly items: readonly Erasure[];
  /** Null at the end. */
  readonly next: string | null;
}

/** The receipts in the database. */
export interface ErasureLog {
  find(requestId: string): Promise<Erasure | null>;
  /** Those before `cursor`, which a page gave as `next`. Null when it is none. */
  list(cursor: string | null, limit: number): Promise<ErasurePage | null>;
}
