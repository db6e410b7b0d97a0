import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Random } from '../random.ts';
import type { Timer, VirtualTime } from './virtual-time.ts';

type Action = (...values: unknown[]) => void;

const timersPromises = createRequire(import.meta.url)('node:timers/promises') as { setTimeout: unknown };

/**
 * Replaces the clock, timers and random numbers of this process with those of a schedule. Leases, deadlines and pauses
 * of the code under test then take no time and are the same in each replay. Returns a function that restores the
 * originals.
 */
export function installTime(time: VirtualTime, random: Random): () => void {
  const kept = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
  };
  const keptTimeoutSignal = AbortSignal.timeout;
  const keptSleep = timersPromises.setTimeout;
  const keptDice = Math.random;
  const clear = (handle?: { readonly timer: Timer }) => handle && time.cancel(handle.timer);
  Object.assign(globalThis, {
    setTimeout: (action: Action, delayMs = 1, ...values: unknown[]) =>
      handleOf(time.after(delayMs, () => action(...values))),
    setInterval: (action: Action, periodMs = 1, ...values: unknown[]) =>
      handleOf(time.every(periodMs, () => action(...values))),
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => time.nowMs();
  AbortSignal.timeout = (delayMs) => timeoutSignal(time, delayMs);
  Math.random = random.fraction;
  timersPromises.setTimeout = (delayMs = 1, value?: unknown, options?: { signal?: AbortSignal }) =>
    sleep(time, delayMs, value, options?.signal);
  syncBuiltinESMExports();

  return () => {
    Object.assign(globalThis, kept);
    // Uncovers the method of the prototype.
    Reflect.deleteProperty(performance, 'now');
    AbortSignal.timeout = keptTimeoutSignal;
    Math.random = keptDice;
    timersPromises.setTimeout = keptSleep;
    syncBuiltinESMExports();
  };
}

/** Returns the parts of a Node.js timer that the code uses. */
function handleOf(timer: Timer) {
  const handle = { timer, ref: () => handle, unref: () => handle };
  return handle;
}

function timeoutSignal(time: VirtualTime, delayMs: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  time.after(delayMs, () => controller.abort(reason));
  return controller.signal;
}

function sleep(time: VirtualTime, delayMs: number, value: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      time.cancel(timer);
      reject(signal?.reason);
    };
    const timer = time.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
