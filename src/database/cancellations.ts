import { waitAtMost } from './wait-at-most.ts';

/** Cancel requests under way, so that new sessions wait for those which they replace. */
export interface Cancellations {
  /** Runs the request as soon as fewer than a few are under way. Does not reject as long as the request does not. */
  run(request: () => Promise<void>): Promise<void>;
  /** Resolves when none is left, or after the limit: a server out of reach must not hold up a session on another one. */
  settled(limitMs: number): Promise<void>;
}

const mostAtOnce = 4;

export function createCancellations(): Cancellations {
  const underWay = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function runInTurn(request: () => Promise<void>): Promise<void> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      await request();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return {
    async run(request) {
      const run = runInTurn(request);
      underWay.add(run);
      try {
        await run;
      } finally {
        underWay.delete(run);
      }
    },
    async settled(limitMs) {
      if (underWay.size > 0) await waitAtMost(limitMs, Promise.allSettled(underWay));
    },
  };
}
