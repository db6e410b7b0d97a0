import type { Timing } from './load-job.ts';

/** One measurement of a load, as averages per submission. A value that cannot be measured is null. */
export interface Sample {
  readonly submissions: number;
  /** CPU time of the server's process and its children. */
  readonly cpuMs: number | null;
  /** The total time divided by the number of submissions. Its inverse is the rate. */
  readonly wallMs: number;
  /** From the first byte sent to the response. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export function sampleOf({ submissions, wallMs, p50Ms, p99Ms }: Timing, cpuMs: number): Sample {
  return { submissions, cpuMs: cpuMs / submissions, wallMs: wallMs / submissions, p50Ms, p99Ms };
}
