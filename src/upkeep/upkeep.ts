import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Periodic work. Several processes may run the same task at once, so a run must claim the rows that it works on. */
export interface Task {
  /** Name in the log. */
  readonly name: string;
  /** The pause between two runs, with a jitter of a quarter. */
  readonly intervalMs: number;
  /**
   * Runs once. Ends early when the signal is aborted. A rejection is logged, and the next run follows as usual.
   * Repeated failures are logged as a warning, at most once a minute.
   */
  run(signal: AbortSignal): Promise<void>;
}

const warningPauseMs = 60_000;

/** Creates the scheduler of all periodic work. Runs of one task never overlap: the pause begins when a run ends. */
export function createUpkeep(tasks: readonly Task[], log: Logger) {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal);
  let repeating: readonly Promise<void>[] = [];

  async function repeat(task: Task): Promise<void> {
    /** The time from which the failing task may be logged again. Null after a success. */
    let quietUntil: number | null = null;
    while (!signal.aborted) {
      try {
        await task.run(signal);
        quietUntil = null;
      } catch (error) {
        if (!signal.aborted) quietUntil = report(task, error, quietUntil);
      }
      const pauseMs = task.intervalMs * (0.75 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Logs a failure, unless it is too early. Returns the time from which the next failure may be logged. */
  function report(task: Task, error: unknown, quietUntil: number | null): number {
    const now = performance.now();
    if (quietUntil !== null && now < quietUntil) return quietUntil;
    // A single failure is no warning: the next run catches up, and the readiness check reports a lost database.
    log[quietUntil === null ? 'info' : 'warn']({ err: error, task: task.name }, 'Upkeep: a task failed');
    return quietUntil === null ? now : now + warningPauseMs;
  }

  return {
    /** Runs every task now, and again after each pause. */
    start(): void {
      repeating = tasks.map(repeat);
    },
    /** Aborts the running tasks and waits for them. No task runs afterwards. Never rejects. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(repeating);
    },
  };
}
