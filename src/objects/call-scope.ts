import { setMaxListeners } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import { withinLimit } from '../waiting/within-limit.ts';

interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** The calls under way on one store. */
export function createCallScope() {
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  /** Runs `work` with a signal that is aborted with the caller's, when `timeoutMs` is over, and when the scope is closed. */
  async function run<T>({ signal, timeoutMs }: CallLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const text = `The object store did not finish within ${timeoutMs} ms`;
    const call = withinLimit(timeoutMs, [closing.signal, signal], work, text);
    running.add(call);
    return call.finally(() => running.delete(call));
  }

  return {
    run,

    /** As `run`. Afterwards the caller's signal and the closing of the scope destroy the content; the timeout does not. */
    async stream<T extends { readonly content: Readable } | null>(
      limits: CallLimits,
      open: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const opened = await run(limits, open);
      if (opened === null) return opened;
      // The reader sees a failure. Between two reads nobody else would listen for it.
      opened.content.on('error', () => {});
      addAbortSignal(limits.signal, opened.content);
      addAbortSignal(closing.signal, opened.content);
      return opened;
    },

    /** Aborts every call and rejects later ones. Resolves when the calls have settled. */
    async close(): Promise<void> {
      closing.abort(new Error('The object store is closed'));
      await Promise.allSettled(running);
    },
  };
}
