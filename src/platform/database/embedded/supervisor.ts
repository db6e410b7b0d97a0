import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ownership } from './ownership.ts';

const firstPauseMs = 200;
const maxPauseMs = 5000;

/**
 * Regains the ownership with backoff whenever it is lost, because the server crashed.
 * @param acquire Restarts the server and regains the ownership.
 */
export function supervise(
  first: Ownership,
  acquire: (signal: AbortSignal) => Promise<Ownership>,
  onEvent: (message: string) => void,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort');
  const end = watch();

  async function watch(): Promise<Ownership | null> {
    let ownership: Ownership | null = first;
    while (ownership) {
      const isLost = await Promise.race([ownership.lost.then(() => true), stopped.then(() => false)]);
      if (!isLost) return ownership;
      if (signal.aborted) return null;
      onEvent('the embedded PostgreSQL was lost');
      ownership = await regain();
    }
    return null;
  }

  async function regain(): Promise<Ownership | null> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
      try {
        const ownership = await acquire(signal);
        onEvent('the embedded PostgreSQL is back');
        return ownership;
      } catch (error) {
        if (!signal.aborted) onEvent(`the embedded PostgreSQL is not back yet: ${(error as Error).message}`);
      }
    }
  }

  return {
    /** Ends the supervision. Resolves with the current ownership, or null when it is lost. Never rejects. */
    stop(): Promise<Ownership | null> {
      stopping.abort();
      return end;
    },
  };
}
