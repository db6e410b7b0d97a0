import type { Form } from './form.ts';

/** A load for a process that sends it. */
export interface LoadJob {
  /** Sent in turn, starting again with the first after the last. */
  readonly forms: readonly Form[];
  /** The maximum number of submissions. */
  readonly submissions: number;
  readonly concurrency: number;
  /** No submission starts later than this after the first one. */
  readonly maxDurationMs: number;
}

/** A job for the load generator: whole submissions to the server at this port of the loopback. */
export interface SubmissionJob extends LoadJob {
  readonly port: number;
}

/** The duration of a job whose responses were all as expected. */
export interface Timing {
  readonly submissions: number;
  /** From the first byte of the first submission to the last response. */
  readonly wallMs: number;
  /** The duration of one submission. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The message that the process sends back. */
export type Outcome = Timing | { readonly failure: string };

export function countFiles({ forms }: LoadJob, submissions: number): number {
  let files = 0;
  for (let index = 0; index < submissions; index++) files += forms[index % forms.length]?.fileCount ?? 0;
  return files;
}
