import { checkEnd, checkMoment, type Holdings } from './check.ts';
import type { Part } from './effects.ts';
import type { KnownLimit } from './known-limits.ts';
import type { ModelStore } from './model-store.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { TrialSubmission } from './trial-submission.ts';

export interface Violation {
  readonly text: string;
  /** Whether the state was seen during the schedule or remained at the end. */
  readonly when: 'on the way' | 'at the end';
}

/** Observes a schedule. */
export interface Watch {
  /** Must be called after every call that a store executed. */
  observe(part: Part): Promise<void>;
  /** Must be called whenever a response may have been given. */
  check(): void;
  hasIntents(): boolean;
  add(violation: Violation): void;
  end(isDead: (process: string) => boolean): { violations: readonly Violation[]; limits: readonly KnownLimit[] };
}

export async function startWatch(
  database: SimulatedDatabase,
  { objects }: ModelStore,
  submissions: readonly TrialSubmission[],
): Promise<Watch> {
  const seen = new Map<string, Violation>();
  let holdings: Holdings = { recorded: await database.look(), objects };

  function add(violation: Violation): void {
    const key = `${violation.when} ${violation.text}`;
    if (!seen.has(key)) seen.set(key, violation);
  }

  function check(): void {
    for (const text of checkMoment(holdings, submissions)) add({ text, when: 'on the way' });
  }

  return {
    async observe(part) {
      if (part === 'database') holdings = { recorded: await database.look(), objects };
      check();
    },
    check,
    hasIntents: () => holdings.recorded.intents.length > 0,
    add,
    end(isDead) {
      const { violations, limits } = checkEnd(holdings, submissions, isDead);
      for (const text of violations) add({ text, when: 'at the end' });
      return { violations: [...seen.values()], limits };
    },
  };
}
