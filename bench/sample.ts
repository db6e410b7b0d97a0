/** One measurement of a load, as a submission's share of it. What cannot be measured is null. */
export interface Sample {
  /** Of the server's process and its children. */
  readonly cpuMs: number | null;
  /** The time of all divided by their number; its inverse is the rate. */
  readonly wallMs: number;
  /** From the first byte sent to the answer. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}
