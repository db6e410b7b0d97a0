import type { Actor } from '../../customers/events/events.ts';
import type { Opening } from '../../customers/studio/opening.ts';
import type { OpeningReport } from './opening-report-shape.ts';

/** What holds, as the operators' API knows it. */
export interface SetOpening {
  readonly opening: Opening | null;
  readonly isLocked: boolean;
  /** The types that are offered. */
  readonly typeIds: readonly string[];
}

/** Whether the form is open, and the waiting list. Calls reject when the database cannot be reached. */
export interface OpeningDesk {
  report(set: SetOpening): Promise<OpeningReport>;
  /**
   * Puts a request of the waiting list before another one, or at its end.
   *
   * Resolves with `not-waiting` when one of the two is not on the list.
   */
  move(id: string, before: string | null, actor: Actor): Promise<'moved' | 'missing' | 'not-waiting'>;
}
