import { type Cell, createCell } from '../cells/cell.ts';
import type { Conflict, ConflictChoice } from './requests-store.ts';

/** Asks about one conflict at a time. */
export interface ConflictQuestion {
  readonly open: Cell<OpenConflict | null>;
  ask(conflict: Conflict): Promise<ConflictChoice>;
}

export interface OpenConflict extends Conflict {
  choose(choice: ConflictChoice): void;
}

export function createConflictQuestion(): ConflictQuestion {
  const open = createCell<OpenConflict | null>(null);
  let last: Promise<unknown> = Promise.resolve();
  return {
    open,
    ask(conflict) {
      const answer = last.then(
        () =>
          new Promise<ConflictChoice>((resolve) => {
            open.set({
              ...conflict,
              choose(choice) {
                open.set(null);
                resolve(choice);
              },
            });
          }),
      );
      last = answer;
      return answer;
    },
  };
}
