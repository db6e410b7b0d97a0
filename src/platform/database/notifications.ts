import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

interface Listening {
  /** The name of a `NOTIFY`. */
  readonly channel: string;
  onCall(): void;
  /** Called with each new session, because earlier notifications were missed. */
  onListening?(): void;
  /** Called when a connection pooler shares sessions, so that no notification will ever arrive. */
  onShared?(): void;
  /** The pause before a new session when one is lost. */
  readonly reconnectMs: number;
  /** Names the subject in the log. */
  readonly name: string;
  readonly log: Logger;
}

/** A session that receives the notifications of all processes. */
export interface NotificationListener {
  close(): Promise<void>;
}

/**
 * Listens on a session of `pool` until the listener is closed, and reconnects when the session is lost. Behind a pooler
 * that shares sessions no notification arrives, so it stops listening.
 */
export function listenFor(pool: Pool, listening: Listening): NotificationListener {
  const { channel, onCall, onListening, onShared, reconnectMs, name, log } = listening;
  const closing = new AbortController();

  async function listenOnce(client: PoolClient): Promise<'shared' | 'lost'> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { processID } = client as PoolClient & { readonly processID: number | null };
    if (rows[0]?.pid !== processID) return 'shared';
    const hear = (heard: Notification) => heard.channel === channel && onCall();
    const lost = new Promise<'lost'>((resolve) => {
      client.once('error', () => resolve('lost'));
      client.once('end', () => resolve('lost'));
      closing.signal.addEventListener('abort', () => resolve('lost'), { once: true });
    });
    client.on('notification', hear);
    await client.query(`listen ${channel}`);
    onListening?.();
    // An abort before `addEventListener` fires no event.
    return closing.signal.aborted ? 'lost' : lost;
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const client = await pool.connect();
        const end = await listenOnce(client).finally(() => client.release(true));
        if (end === 'shared') {
          log.debug(`${name}: the connection pooler shares sessions, so changes are looked for once a second`);
          onShared?.();
          return;
        }
      } catch (error) {
        log.debug({ err: error }, `${name}: no database session to listen on`);
      }
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const heard = listen();
  return {
    async close() {
      closing.abort();
      await heard;
    },
  };
}
