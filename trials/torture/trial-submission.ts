import type { Submission } from '../../src/submission/submission.ts';
import { submissionOf } from '../../test/support/submission.ts';

/** Those that take submissions; the others come to recover, and for customers whom nobody else is left to serve. */
export type ServingProcess = 'p1' | 'p2' | 'p3' | 'p4';

/** A submission under test and what became of it. */
export interface TrialSubmission {
  /** `s1`, `s2`, …: the same at each replay, unlike identifiers and keys. */
  readonly name: string;
  /** Of the process that received it. */
  readonly process: ServingProcess;
  readonly submission: Submission;
  /** What it came to as far as its customer knows: of several with one key the one that a receipt named is stored. */
  outcome: 'none' | 'stored' | 'failed';
  /** What its own process answered. */
  answer: 'none' | 'stored' | 'failed';
  /** Whether the database has carried out the statement that rolls it back. */
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

/** What a request or an object key is called in the trace. */
export function nameOf(identifier: unknown, submissions: readonly TrialSubmission[]): string {
  for (const { name, submission } of submissions) {
    if (submission.id === identifier) return name;
    const file = submission.files.find(({ key }) => key === identifier);
    if (file) return `${name}/${file.position}`;
  }
  return '';
}
