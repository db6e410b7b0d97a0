import type { TrialSubmission } from './trial-submission.ts';

/**
 * A case in which a submission may stay whole although it was answered with a failure: what its process could not roll
 * back died with the process's memory (decisions/0005-intent-journal.md).
 */
export interface KnownLimit {
  readonly name: string;
  readonly reason: string;
  /** A plan that meets it. The trial fails when it no longer does: then the limit has to go from this list. */
  readonly example: string;
  covers(trial: TrialSubmission): boolean;
}

export const knownLimits: readonly KnownLimit[] = [
  {
    name: 'begin without files in doubt, then a crash',
    reason:
      'the answer to begin was lost, the database was away for the roll back, and no intent remembers the request',
    example: '0/4:away-after/6:crash-before',
    covers: ({ submission, isCondemned }) => submission.files.length === 0 && !isCondemned,
  },
  {
    name: 'complete in doubt, then a crash',
    reason:
      'the answer to complete was lost, the database was away for longer than was asked again, and for the roll back',
    example: '1/6:away-after/14:crash-before',
    covers: ({ submission, isCondemned }) => submission.files.length > 0 && !submission.idempotency && !isCondemned,
  },
];

/** The limit that explains why a submission that was answered with a failure is whole, if one does. */
export function limitOf(trial: TrialSubmission, isDead: (process: string) => boolean): KnownLimit | undefined {
  return isDead(trial.process) ? knownLimits.find(({ covers }) => covers(trial)) : undefined;
}
