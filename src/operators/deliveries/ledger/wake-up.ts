import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

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
  let timer: NodeJS.Timeout | null = null;
  const text = `${callText} where exists (select from delivery_channels where state = 'enabled')`;
  return () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      pool.query({ name: 'call-workers', text }).catch(() => {});
    }, pauseBetweenCallsMs).unref();
  };
}

/** A session that receives the calls of all processes. */
export interface WorkerNotificationListener {
  close(): Promise<void>;
}

/**
 * Listens on a session of `pool` until the listener is closed, and reconnects when the session is lost. Behind a pooler
 * that shares sessions no notification arrives, so it stops listening.
 */
export function listenForNotifications(pool: Pool, onCall: () => void, log: Logger): WorkerNotificationListener {
  const closing = new AbortController();

  async function listenOnce(client: PoolClient): Promise<'shared' | 'lost'> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { processID } = client as PoolClient & { readonly processID: number | null };
    if (rows[0]?.pid !== processID) return 'shared';
    const hear = ({ channel }: Notification) => channel === notification && onCall();
    const lost = new Promise<'lost'>((resolve) => {
      client.once('error', () => resolve('lost'));
      client.once('end', () => resolve('lost'));
      closing.signal.addEventListener('abort', () => resolve('lost'), { once: true });
    });
    client.on('notification', hear);
    await client.query(`listen ${notification}`);
    // An abort before `addEventListener` fires no event.
    return closing.signal.aborted ? 'lost' : lost;
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const client = await pool.connect();
        const end = await listenOnce(client).finally(() => client.release(true));
        if (end === 'shared') {
          log.debug('Deliveries: the connection pooler shares sessions, so the queue is polled once a second');
          return;
        }
      } catch (error) {
        log.debug({ err: error }, 'Deliveries: no database session to listen on');
      }
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const listening = listen();
  return {
    async close() {
      closing.abort();
      await listening;
    },
  };
}
