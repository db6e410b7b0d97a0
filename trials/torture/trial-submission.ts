import type { Submission } from '../../src/submission/submission.ts';
import { submissionOf } from '../../test/support/submission.ts';

/** A submission under test and what became of it. */
export interface TrialSubmission {
  /** `s1`, `s2`, …: the same at each replay, unlike identifiers and keys. */
  readonly name: string;
  /** Of the process that received it. */
  readonly process: 'p1' | 'p2';
  readonly submission: Submission;
  outcome: 'none' | 'stored' | 'failed';
  /** Whether the database has carried out the statement that takes it back. */
  isAbandoned: boolean;
}

export function createTrialSubmission(
  name: string,
  process: TrialSubmission['process'],
  fileCount: number,
): TrialSubmission {
  const texts = Array.from({ length: fileCount }, (_, index) => `${name}/${index}`);
  return { name, process, submission: submissionOf(texts), outcome: 'none', isAbandoned: false };
}

/** What a request or an object key is called in the trace. */
export function nameOf(identifier: unknown, submissions: readonly TrialSubmission[]): string {
  for (const { name, submission } of submissions) {
    if (submission.id === identifier) return name;
    const file = submission.files.find(({ key }) => key === identifier);
    if (file) return `${name}/${file.position}`;
  }
  return '';
}
