import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { TestService } from './service.ts';

interface HeldSubmissions {
  /** Resolves when the service has read a whole submission and waits to store it. */
  untilOneWaits(): Promise<void>;
  /** Resolves with the number of statements that wait to store submissions. Upkeep may wait for the same lock. */
  waiting(): Promise<number>;
  /** Lets the waiting submissions proceed. */
  release(): Promise<void>;
}

/** Blocks the storing of submissions until `release` is called. */
export async function holdSubmissions({ pool }: TestService): Promise<HeldSubmissions> {
  const blocker = await pool.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await blocker.query('commit');
    blocker.release();
  };
  // A test that fails in between must not hold up those behind it.
  onTestFinished(release);
  await blocker.query('begin; lock table commission_requests in exclusive mode');
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'with arrived as %'`,
    );
    return rowCount ?? 0;
  };
  return {
    async untilOneWaits() {
      while ((await waiting()) === 0) await sleep(10);
    },
    waiting,
    release,
  };
}
