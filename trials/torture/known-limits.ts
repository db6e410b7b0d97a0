import type { TrialSubmission } from './trial-submission.ts';

/**
 * A case in which a submission may stay complete although it received a failure. Its process could not roll it back,
 * and the pending rollback was lost with the process's memory (decisions/0005-intent-journal.md).
 */
export interface KnownLimit {
  readonly name: string;
  readonly reason: string;
  /**
   * A plan that reaches the limit. The trial fails when the plan no longer reaches it. The limit must then be removed
   * from this list.
   */
  readonly example: string;
  covers(trial: TrialSubmission): boolean;
}

export const knownLimits: readonly KnownLimit[] = [
  {
    name: 'begin without files in doubt, then a crash',
    reason:
      'the answer to begin was lost, the database was away for the roll back, and no intent remembers the request',
    example: '0/3:away-after/5:crash-before',
    covers: ({ submission, isCondemned }) => submission.files.length === 0 && !isCondemned,
  },
  {
    name: 'complete in doubt, then a crash',
    reason:
      'the answer to complete was lost, the database was away for longer than was asked again, and for the roll back',
    example: '1/5:away-after/13:crash-before',
    covers: ({ submission, isCondemned }) => submission.files.length > 0 && !submission.idempotency && !isCondemned,
  },
];

/** Returns the limit that explains why a submission is complete although it received a failure, if there is one. */
export function limitOf(trial: TrialSubmission, isDead: (process: string) => boolean): KnownLimit | undefined {
  return isDead(trial.process) ? knownLimits.find(({ covers }) => covers(trial)) : undefined;
}
