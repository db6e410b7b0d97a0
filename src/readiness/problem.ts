import type { Part } from '../failure/part-failed-error.ts';

/** What keeps submissions from being stored. Its texts hold no credentials and nothing of a customer's. */
export interface Problem {
  readonly part: Part;
  /** A clause without a full stop: `The bucket attachments does not exist`. */
  readonly what: string;
  /**
   * What the host does about it, with the name of the variable: `create it, or set BUCKET_NAME to one that does`. Empty
   * where `what` says it.
   */
  readonly remedy: string;
  readonly cause?: unknown;
}

export type Explanation = readonly [what: string, remedy: string];

/** What is wrong and what to do, by the code of an error. */
export type Explanations = Readonly<Record<string, Explanation>>;

/** The code of an error, or of the first failure inside it; empty when there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}
