import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from './service.ts';

export interface HeldSubmissions {
  /** Resolves when the service has read a submission whole and waits to store it. */
  untilOneWaits(): Promise<void>;
  /** Lets them go on. */
  release(): Promise<void>;
}

/** Lets no submission be stored until it is told to. */
export async function holdSubmissions({ pool }: TestService): Promise<HeldSubmissions> {
  const blocker = await pool.connect();
  await blocker.query('begin; lock table commission_requests in exclusive mode');
  return {
    async untilOneWaits() {
      for (;;) {
        const { rowCount } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rowCount) return;
        await sleep(10);
      }
    },
    async release() {
      await blocker.query('commit');
      blocker.release();
    },
  };
}
