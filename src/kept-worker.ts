import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WorkerMessage } from './worker-message.ts';

const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** A worker that lasted this long is not in a crash loop. */
const steadyAfterMs = 30_000;

/** A worker process in whose place another is started whenever it ends. */
export interface KeptWorker {
  /** Where it listens. Rejects when the first process cannot start; no other is tried then. */
  readonly address: Promise<string>;
  /** Lets the process finish what is under way, for `patienceMs` at most, and waits for its end. Idempotent. */
  stop(): Promise<void>;
}

export interface KeptWorkerOptions {
  /** Starts a process, which tells a `WorkerMessage` and stops on SIGTERM. */
  fork(): Worker;
  readonly log: Logger;
  readonly patienceMs: number;
}

export function keepWorker({ fork, log, patienceMs }: KeptWorkerOptions): KeptWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = fork();
  const address = addressOf(current);
  const ended = address.then(keep, () => endOf(current));

  async function keep(): Promise<void> {
    let bornAt = performance.now();
    let pauseMs = firstPauseMs;
    for (;;) {
      const ending = await endOf(current);
      if (signal.aborted) return;
      pauseMs = performance.now() - bornAt > steadyAfterMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      log.error({ pid: current.process.pid }, `A worker ${ending}: another takes its place in ${pauseMs} ms`);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      current = fork();
      bornAt = performance.now();
      addressOf(current).then(
        () => log.info({ pid: current.process.pid }, 'The new worker takes requests'),
        (error: Error) => log.error({ pid: current.process.pid }, `The new worker: ${error.message}`),
      );
    }
  }

  return {
    address,
    async stop() {
      stopping.abort();
      current.process.kill('SIGTERM');
      const killing = setTimeout(() => current.process.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(killing);
    },
  };
}

/** Rejects when the process says that it cannot start, or ends without a word. */
async function addressOf(worker: Worker): Promise<string> {
  const told = once(worker, 'message') as Promise<[WorkerMessage]>;
  const outcome = await Promise.race([told, endOf(worker)]);
  if (typeof outcome === 'string') throw new Error(`A worker ${outcome} before it was ready`);
  const [message] = outcome;
  if (message.kind === 'failed') throw new Error(message.reason);
  return message.address;
}

/** Resolves when the process has ended and all it told has been heard: with how, in words. */
async function endOf({ process: child }: Worker): Promise<string> {
  try {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (child.connected) await once(child, 'disconnect');
  } catch (error) {
    return `could not be run (${(error as Error).message})`;
  }
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with code ${child.exitCode}`;
}
