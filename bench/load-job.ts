import type { Form } from './form.ts';

/** A load for a process that sends it. */
export interface LoadJob {
  /** Sent in turn, from the first again after the last. */
  readonly forms: readonly Form[];
  /** At most. */
  readonly submissions: number;
  readonly concurrency: number;
  /** No submission starts later than this after the first. */
  readonly maxDurationMs: number;
}

/** For the load generator: whole submissions, to the server at this port of the loopback. */
export interface SubmissionJob extends LoadJob {
  readonly port: number;
}

/** How long it took. Every response was the expected one. */
export interface Timing {
  readonly submissions: number;
  /** From the first byte of the first submission to the last response. */
  readonly wallMs: number;
  /** Of a submission. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The message that such a process sends back. */
export type Outcome = Timing | { readonly failure: string };

export function countFiles({ forms }: LoadJob, submissions: number): number {
  let files = 0;
  for (let index = 0; index < submissions; index++) files += forms[index % forms.length]?.fileCount ?? 0;
  return files;
}
