import type { Logger } from 'pino';

/** Periodic work. Several processes may do it at once: it has to claim what it works on. */
export interface Task {
  /** For the log. */
  readonly name: string;
  /** The pause between two runs; jittered by a quarter. */
  readonly intervalMs: number;
  /**
   * One run. Ends early when the signal is aborted. A rejection is logged, and the next run comes as usual. Where it goes on failing,
   * that is a warning, at most once a minute.
   */
  run(signal: AbortSignal): Promise<void>;
}

const warningPauseMs = 60_000;

/** The scheduler of all periodic work. No task overlaps with itself: its pause begins when its run ends. */
export function createUpkeep(tasks: readonly Task[], log: Logger) {
  const stopping = new AbortController();
  const timers = new Map<Task, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  /** When each failing task may be logged again. */
  const quietUntil = new Map<Task, number>();

  async function run(task: Task): Promise<void> {
    try {
      await task.run(stopping.signal);
      quietUntil.delete(task);
    } catch (error) {
      if (stopping.signal.aborted) return;
      report(task, error);
    }
  }

  function report(task: Task, error: unknown): void {
    const quiet = quietUntil.get(task);
    const now = performance.now();
    if (quiet !== undefined && now < quiet) return;
    // What fails once is done by the next run: a database that is away is reported by the readiness.
    log[quiet === undefined ? 'info' : 'warn']({ err: error, task: task.name }, 'Upkeep: a task failed');
    quietUntil.set(task, quiet === undefined ? now : now + warningPauseMs);
  }

  function runAndSchedule(task: Task): void {
    const current = run(task).then(() => {
      running.delete(current);
      if (stopping.signal.aborted) return;
      const pauseMs = task.intervalMs * (0.75 + Math.random() / 2);
      timers.set(task, setTimeout(runAndSchedule, pauseMs, task).unref());
    });
    running.add(current);
  }

  return {
    /** Runs every task now, and again after each pause. */
    start(): void {
      for (const task of tasks) runAndSchedule(task);
    },
    /** Aborts what is running and waits for it; nothing runs afterwards. Never rejects. */
    async stop(): Promise<void> {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
