/** The data that the worker receives at its start. */
export interface Assignment {
  readonly seed: number;
  readonly maxExecutions: number;
  readonly maxMs: number;
  /** One 32-bit number: the index of the current execution. */
  readonly progress: SharedArrayBuffer;
}

/** A message from the worker. */
export type Message =
  | { readonly kind: 'finding'; readonly index: number; readonly text: string }
  | { readonly kind: 'tally'; readonly tally: Tally };

export interface Tally {
  readonly executions: number;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** The most memory in use after a garbage collection. */
  readonly mostKeptMiB: number;
  /** The number of executions with each outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The number of executions with each known difference or refusal. */
  readonly notes: ReadonlyMap<string, number>;
}
