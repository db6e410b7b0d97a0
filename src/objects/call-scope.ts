import { addAbortSignal, type Readable } from 'node:stream';

interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** The store did not respond in time. */
export class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError';
  readonly code = 'ETIMEDOUT';
}

/** The calls under way on one store. */
export function createCallScope() {
  const running = new Map<AbortController, Promise<unknown>>();
  const contents = new Set<Readable>();
  let isClosed = false;

  /**
   * Runs `work` with a signal that is aborted with the caller's, when `timeoutMs` is over, and when the scope is
   * closed. An aborted call rejects with the reason of the abort, once `work` has settled.
   */
  async function run<T>({ signal, timeoutMs }: CallLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (isClosed) throw closedError();
    signal.throwIfAborted();
    // Not `AbortSignal.any` of an `AbortSignal.timeout`: Node 20 collects the timeout signal, which then never fires,
    // and the two take a tenth of the CPU time of a small file.
    const controller = new AbortController();
    const follow = () => controller.abort(signal.reason);
    const expire = () => controller.abort(timeoutError(timeoutMs));
    const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
    signal.addEventListener('abort', follow, { once: true });
    const result = work(controller.signal);
    running.set(controller, result);
    try {
      return await result;
    } catch (error) {
      // Ends what the failed call left behind, such as a request half sent.
      controller.abort(error);
      throw controller.signal.reason;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', follow);
      running.delete(controller);
    }
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
      const { content } = opened;
      contents.add(content);
      // The reader sees a failure. Between two reads nobody else would listen for it.
      content.on('error', () => {}).once('close', () => contents.delete(content));
      addAbortSignal(limits.signal, content);
      if (isClosed) content.destroy(closedError());
      return opened;
    },

    /** Aborts every call and rejects later ones. Resolves when the calls have settled. */
    async close(): Promise<void> {
      isClosed = true;
      for (const controller of running.keys()) controller.abort(closedError());
      for (const content of contents) content.destroy(closedError());
      await Promise.allSettled(running.values());
    },
  };
}

function timeoutError(timeoutMs: number | undefined): Error {
  return new StoreTimeoutError(`The object store did not finish within ${timeoutMs} ms`);
}

function closedError(): Error {
  return new Error('The object store is closed');
}
