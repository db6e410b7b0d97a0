import type { Pool } from 'pg';
import { untilAborted, withinLimit } from '../../platform/waiting/within-limit.ts';
import { noCounts, type OpeningCounts } from './opening-state.ts';
import type { CountedRequests } from './opening-view.ts';
import { readCounts } from './read-counts.ts';

const validMs = 5000;
/** Newer counts are read while these still hold. Frequent calls do not wait for a count. */
const renewalMs = 3000;
/** The longest wait for the database. After it the last known counts are returned. */
const waitMs = 1000;

/** @param pool Not the one of submissions. */
export function createCountedRequests(pool: Pool): CountedRequests {
  let known: OpeningCounts = noCounts;
  let knownAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const startedAt = performance.now();
    known = await readCounts(pool).catch(() => known);
    knownAt = startedAt;
    reading = null;
  }

  return {
    async current() {
      const ageMs = performance.now() - knownAt;
      if (ageMs < renewalMs) return known;
      reading ??= read();
      const renewed = reading;
      if (ageMs >= validMs) await withinLimit(waitMs, null, (signal) => untilAborted(renewed, signal)).catch(() => {});
      return known;
    },
  };
}
