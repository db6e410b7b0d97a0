import { useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../api/api-failure.ts';
import { undoableMs } from '../model/bulk-mails.ts';
import {
  type BulkCalls,
  type BulkProgress,
  type BulkRequest,
  type ChangeOf,
  chunkSize,
  noProgress,
  runBulk,
} from '../model/bulk-run.ts';
import { type BulkTask, changeBy, undoOf } from '../model/bulk-task.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Scope } from '../model/scope.ts';
import { type LoadingPhase, useLoadedScope } from './use-loaded-scope.ts';

type BulkPhase =
  | LoadingPhase
  | { readonly name: 'running'; readonly progress: BulkProgress }
  /** With an error when the run stopped early. */
  | { readonly name: 'done'; readonly progress: BulkProgress; readonly isUndone: boolean; readonly error: unknown };

export interface Bulk {
  readonly phase: BulkPhase;
  /** Returns true when a request keeps its change. */
  hasChanged(): boolean;
  start(): void;
  /** Stops the run after the current chunk. */
  stop(): void;
  undo(): void;
  /** Returns true when the first mails about the run may have gone out before the end of the undo. */
  isUndoLate(): boolean;
  /** Runs the task on the current versions of requests that were skipped because another person had changed them. */
  repeatSkipped(): void;
}

const firstPauseMs = 1000;
const maxPauseMs = 15_000;

export function useBulk(scope: Scope, task: BulkTask): Bulk {
  const calls = useCalls();
  const [phase, setPhase] = useState<BulkPhase>({ name: 'loading', found: 0 });
  const abortController = useLoadedScope(scope, setPhase);
  const hasChanged = useRef(false);
  const startedAt = useRef(0);
  const endedAt = useRef(0);

  async function run(requests: readonly BulkRequest[], changeOf: ChangeOf, isUndone: boolean): Promise<void> {
    abortController.current = new AbortController();
    let progress = noProgress(requests.length);
    const report = (next: BulkProgress) => {
      progress = next;
      hasChanged.current ||= next.changed.length > 0;
      setPhase({ name: 'running', progress });
    };
    const error = await runBulk(requests, changeOf, calls, report, abortController.current.signal).then(
      () => null,
      (reason: unknown) => (abortController.current.signal.aborted ? null : reason),
    );
    endedAt.current = Date.now();
    setPhase({ name: 'done', progress, isUndone, error });
  }

  function runTask(requests: readonly BulkRequest[]): void {
    startedAt.current = Date.now();
    void run(requests, changeBy(task), false);
  }

  const last = phase.name === 'done' ? phase.progress : null;
  return {
    phase,
    hasChanged: () => hasChanged.current,
    // The parts of an undo follow each other, and a mail may go out before its part.
    isUndoLate: () => endedAt.current - startedAt.current >= undoableMs,
    start() {
      if (phase.name === 'confirming') runTask(phase.scope.requests);
    },
    stop: () => abortController.current.abort(),
    undo() {
      if (!last) return;
      const { requests, changeOf } = undoOf(last.changed, task);
      void run(requests, changeOf, true);
    },
    repeatSkipped() {
      runTask(last?.skipped.flatMap(({ current }) => current ?? []) ?? []);
    },
  };
}

function useCalls(): BulkCalls {
  const { api, stream } = useInbox();
  return {
    change: (requests, change) => api.bulk({ ids: requests.map(({ id, version }) => ({ id, version })) }, change),
    find: async (id, signal) =>
      (await api.list({ filter: { id }, sort: 'newest', cursor: null, limit: chunkSize }, signal)).items,
    isTransient: (error) => error instanceof ApiFailure && (error.kind === 'unreachable' || error.kind === 'busy'),
    pause: (attempt, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, Math.min(firstPauseMs * 2 ** attempt, maxPauseMs));
        // The open stream shows that the service is available again.
        const unsubscribe = stream.isOpen.subscribe(() => stream.isOpen.value && end());
        signal.addEventListener('abort', end, { once: true });
      }),
  };
}
