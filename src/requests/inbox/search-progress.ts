import type { EventPosition } from '../../events/event-row.ts';

/** How far the search rows have been made: the position of the last event that was read. */
export interface SearchProgress extends EventPosition {
  /** Transactions of the same epoch before the position whose events were not visible yet. */
  readonly late: readonly string[];
}

/** SQL: reads the one row of the progress, a `SearchProgress`. */
export const progressText = `
  select epoch, tx::text as tx, seq::text as seq, late::text[] as late from request_search_progress`;
