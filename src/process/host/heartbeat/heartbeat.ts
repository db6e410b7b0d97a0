import type { Logger } from 'pino';
import type { Task } from '../../../platform/upkeep/upkeep.ts';

const intervalMs = 5 * 60_000;

interface HeartbeatParts {
  /** Notifies the receiver that the service is ready. Resolves with the reason of a failure, or with null. */
  readonly beat: (signal: AbortSignal) => Promise<string | null>;
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
  return {
    name: 'heartbeat',
    intervalMs,
    async run(signal) {
      if (!(await isReady())) return;
      const fault = await beat(signal);
      if (signal.aborted) return;
      if (fault !== null && !isFailing) log.warn(`Heartbeat: the call of HEARTBEAT_URL failed. ${fault}`);
      if (fault === null && isFailing) log.info('Heartbeat: the receiver is reached again');
      isFailing = fault !== null;
    },
  };
}
