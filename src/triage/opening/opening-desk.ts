import type { Actor } from '../../events/events.ts';
import type { Opening } from '../../studio/document/opening.ts';
import type { OpeningReport } from './opening-report-shape.ts';

/** The opening in effect, as the operators' API knows it. */
interface SetOpening {
  readonly opening: Opening | null;
  readonly isLocked: boolean;
  /** The types that are offered. */
  readonly typeIds: readonly string[];
}

/** Whether the form is open, and the waiting list. Calls reject when the database cannot be reached. */
export interface OpeningDesk {
  report(set: SetOpening): Promise<OpeningReport>;
  /**
   * Resolves with how many more slots are taken than there are, by a request of this type too. Of several transactions
   * that ask after they have taken a slot, each sees the slots that those before it have taken.
   */
  slotsOver(opening: Opening | null, typeId: string | null): Promise<number>;
  /**
   * Puts a request of the waiting list before another one, or at its end.
   *
   * Resolves with `not-waiting` when one of the two is not on the list.
   */
  move(id: string, before: string | null, actor: Actor): Promise<'moved' | 'missing' | 'not-waiting'>;
}
