import type { Erasure } from './erasure.ts';

/** What is kept of an erased request: identifiers and times alone. */
export type Receipt = Omit<Erasure, 'isComplete'>;

/** A `Receipt`, of `erasures`. */
export const receiptColumns = 'request_id as "requestId", erased_at as "erasedAt", reason, object_keys as "objectKeys"';
