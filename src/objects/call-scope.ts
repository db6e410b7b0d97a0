import { setMaxListeners } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import { withinLimit } from '../waiting/within-limit.ts';

interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Tracks the running calls of one store. */
export function createCallScope() {
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  /** Runs `work` with a signal that aborts with the caller's, after `timeoutMs`, and when the scope is closed. */
  async function run<T>({ signal, timeoutMs }: CallLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const text = `The object store did not finish within ${timeoutMs} ms`;
    const call = withinLimit(timeoutMs, [closing.signal, signal], work, text);
    running.add(call);
    return call.finally(() => running.delete(call));
  }

  return {
    run,

    /** As `run`. Later the caller's signal or the scope's closing destroy the content, but the timeout does not. */
    async stream<T extends { readonly content: Readable } | null>(
      limits: CallLimits,
      open: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const opened = await run(limits, open);
      if (opened === null) return opened;
      // The reader gets the failure. Between two reads nobody else listens for it, and the process would end.
      opened.content.on('error', () => {});
      addAbortSignal(limits.signal, opened.content);
      addAbortSignal(closing.signal, opened.content);
      return opened;
    },

    /** Aborts all running calls and rejects later ones. Resolves when the running calls have settled. */
    async close(): Promise<void> {
      closing.abort(new Error('The object store is closed'));
      await Promise.allSettled(running);
    },
  };
}
