import type { Logger } from 'pino';
import { failureText } from '../failure/errors.ts';

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
const beginPauseMs = 1000;
const mostCauses = 100;

/**
 * Creates the scheduler of all periodic work. Runs of one task never overlap: the pause begins when a run ends.
 * @param canBegin Resolves with whether the tasks may begin, and never rejects. Asked every second until they may.
 */
export function createUpkeep(
  tasks: readonly Task[],
  log: Logger,
  canBegin?: (stopping: AbortSignal) => Promise<boolean>,
) {
  const stopping = new AbortController();
  let beginTimer: NodeJS.Timeout | undefined;
  const timers = new Map<Task, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  /** The time from which each failing task may be logged again. */
  const quietUntil = new Map<Task, number>();
  /** The task that was last logged with each lost connection. */
  const loggedCauses = new Map<string, { readonly task: Task; readonly at: number }>();

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
    quietUntil.set(task, quiet === undefined ? now : now + warningPauseMs);
    if (isLostConnection(error) && isLoggedByAnother(task, failureText(error), now)) return;
    // A single failure is no warning: the next run catches up, and the readiness check reports a lost database.
    log[quiet === undefined ? 'info' : 'warn']({ err: error, task: task.name }, 'Upkeep: a task failed');
  }

  /** One lost connection fails many tasks. */
  function isLoggedByAnother(task: Task, cause: string, now: number): boolean {
    const logged = loggedCauses.get(cause);
    if (logged && logged.task !== task && now - logged.at < warningPauseMs) return true;
    if (loggedCauses.size >= mostCauses) loggedCauses.clear();
    loggedCauses.set(cause, { task, at: now });
    return false;
  }

  function beginOrWait(mayBegin: NonNullable<typeof canBegin>): void {
    const current = mayBegin(stopping.signal).then((isAllowed) => {
      running.delete(current);
      if (stopping.signal.aborted) return;
      if (isAllowed) begin();
      else beginTimer = setTimeout(beginOrWait, beginPauseMs, mayBegin).unref();
    });
    running.add(current);
  }

  function begin(): void {
    for (const task of tasks) runAndSchedule(task);
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
    /** Runs every task as soon as they may begin, and again after each pause. */
    start(): void {
      if (canBegin === undefined) begin();
      else beginOrWait(canBegin);
    },
    /** Aborts the running tasks and waits for them. No task runs afterwards. Never rejects. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(beginTimer);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** Codes of Node and PostgreSQL, and texts of `pg` that have no code. */
const lostConnection =
  /\b(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|57P)|^Connection terminated|^timeout expired|^timeout exceeded when trying/;

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message, cause } = error as NodeJS.ErrnoException;
  return lostConnection.test(code) || lostConnection.test(message) || isLostConnection(cause);
}
