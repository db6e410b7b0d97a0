import type { Erasure } from './erasure.ts';

/** All that is kept of an erased request: identifiers, a time and the reason, but no personal data. */
export type Receipt = Omit<Erasure, 'isComplete'>;

/** The columns of a `Receipt`, selected from `erasures`. */
export const receiptColumns = 'request_id as "requestId", erased_at as "erasedAt", reason, object_keys as "objectKeys"';
