import type { Submission } from '../../src/intake/submission/submission.ts';
import { submissionOf } from '../../test/support/submission.ts';

/** The processes that accept submissions. p3 and p4 run recovery, and serve customers when no other process is left. */
export type ServingProcess = 'p1' | 'p2' | 'p3' | 'p4';

/** A submission under test, with its state. */
export interface TrialSubmission {
  /** `s1`, `s2`, …: the same in each replay, unlike ids and keys. */
  readonly name: string;
  /** The process that received it. */
  readonly process: ServingProcess;
  readonly submission: Submission;
  /**
   * The result that the customer knows. Of several submissions with one key, the one that a receipt named is stored.
   */
  outcome: 'none' | 'stored' | 'failed';
  /** The response of its own process. */
  answer: 'none' | 'stored' | 'failed';
  /** Whether the database has executed the statement that rolls it back. */
  isCondemned: boolean;
}

export function createTrialSubmission(
  name: string,
  process: TrialSubmission['process'],
  fileCount: number,
  content: string = name,
  idempotencyKey: string | null = null,
): TrialSubmission {
  const texts = Array.from({ length: fileCount }, (_, index) => `${content}/${index}`);
  return {
    name,
    process,
    submission: submissionOf(texts, {}, idempotencyKey),
    outcome: 'none',
    answer: 'none',
    isCondemned: false,
  };
}

/** Returns the name of a request or an object key in the trace. */
export function nameOf(identifier: unknown, submissions: readonly TrialSubmission[]): string {
  for (const { name, submission } of submissions) {
    if (submission.id === identifier) return name;
    const file = submission.files.find(({ key }) => key === identifier);
    if (file) return `${name}/${file.position}`;
  }
  return '';
}
