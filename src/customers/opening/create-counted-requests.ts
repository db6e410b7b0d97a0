import type { Pool } from 'pg';
import { untilAborted, withinLimit } from '../../platform/waiting/within-limit.ts';
import { noCounts, type OpeningCounts } from './opening-state.ts';
import type { CountedRequests } from './opening-view.ts';
import { readCounts } from './read-counts.ts';

const validMs = 5000;
/** For longer nobody waits for the database: the last known counts are told. */
const waitMs = 1000;

/** @param pool Not the one of submissions. */
export function createCountedRequests(pool: Pool): CountedRequests {
  let known: OpeningCounts = noCounts;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    known = await readCounts(pool).catch(() => known);
  }

  return {
    async current() {
      if (performance.now() - readAt >= validMs) {
        readAt = performance.now();
        reading = read();
      }
      await withinLimit(waitMs, null, (signal) => untilAborted(reading, signal)).catch(() => {});
      return known;
    },
  };
}
