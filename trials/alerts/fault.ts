import type { Stage } from './stage.ts';

/** A real thing that is broken, and repaired again. */
export interface Fault {
  /** What is broken, for the table. */
  readonly broken: string;
  /** The alerts that it fires. */
  readonly alerts: readonly string[];
  /** Breaks it. Resolves with what repairs it. */
  begin(stage: Stage): Promise<() => Promise<void>>;
}
