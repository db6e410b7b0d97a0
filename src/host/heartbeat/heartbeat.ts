import type { Logger } from 'pino';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';

const intervalMs = 5 * 60_000;
const limitMs = 20_000;

interface HeartbeatParts {
  /** Tells the receiver that the service lives. Resolves with the status of the response. */
  readonly beat: (signal: AbortSignal) => Promise<number>;
  /** Whether submissions can be stored now. */
  readonly isReady: () => Promise<boolean>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Returns the task that calls a receiver of heartbeats while the service is ready (S37). The receiver raises the alarm when
 * the calls stop. A call that fails is logged once, until one succeeds again.
 */
export function heartbeatTask({ beat, isReady, log }: HeartbeatParts): Task {
  let isFailing = false;

  async function call(signal: AbortSignal): Promise<string | null> {
    try {
      const status = await withinLimit(limitMs, signal, beat);
      return status >= 200 && status < 300 ? null : `it responded with ${status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  return {
    name: 'heartbeat',
    intervalMs,
    async run(signal) {
      if (!(await isReady())) return;
      const fault = await call(signal);
      if (signal.aborted) return;
      if (fault !== null && !isFailing) log.warn(`Heartbeat: the receiver in HEARTBEAT_URL was not reached: ${fault}`);
      if (fault === null && isFailing) log.info('Heartbeat: the receiver is reached again');
      isFailing = fault !== null;
    },
  };
}
