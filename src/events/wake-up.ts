import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listenFor, type NotificationListener } from '../platform/database/notifications.ts';

const notification = 'commission_deliveries';
const callText = `select pg_notify('${notification}', '')`;
/** Minimum time between calls for submissions. `NOTIFY` blocks other commits, so no submission's transaction has it. */
const pauseBetweenCallsMs = 200;
const reconnectMs = 5000;

/** Notifies the workers of all processes that a delivery is due. The caller must have committed it. */
export async function notifyWorkers(pool: Pool): Promise<void> {
  await pool.query(callText);
}

/** Returns a variant of `notifyWorkers` that merges frequent calls. Ignores errors, because workers also poll. */
export function createThrottledNotify(pool: Pool): () => void {
  const text = `${callText} where exists (select from delivery_channels where state = 'enabled')`;
  return throttled(() => pool.query({ name: 'call-workers', text }));
}

/** As `createThrottledNotify`, also where no channel is: requests wait for a verdict. */
export function createThrottledCall(pool: Pool): () => void {
  return throttled(() => pool.query({ name: 'call-judge', text: callText }));
}

function throttled(call: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      call().catch(() => {});
    }, pauseBetweenCallsMs).unref();
  };
}

/** Calls `onCall` for each call of a process, until the listener is closed. */
export function listenForNotifications(pool: Pool, onCall: () => void, log: Logger): NotificationListener {
  return listenFor(pool, { channel: notification, onCall, reconnectMs, name: 'Deliveries', log });
}
