/** What the worker is told when it starts. */
export interface Assignment {
  readonly seed: number;
  readonly maxExecutions: number;
  readonly maxMs: number;
  /** One 32-bit number: the index of the execution that is under way. */
  readonly progress: SharedArrayBuffer;
}

/** What it tells back. */
export type Message =
  | { readonly kind: 'finding'; readonly index: number; readonly text: string }
  | { readonly kind: 'tally'; readonly tally: Tally };

export interface Tally {
  readonly executions: number;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** Memory in use after a collection of garbage, at most. */
  readonly mostKeptMiB: number;
  /** How many executions ended so. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** How many executions showed this known difference, or ended in this refusal. */
  readonly notes: ReadonlyMap<string, number>;
}
