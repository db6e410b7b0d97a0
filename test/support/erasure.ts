import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { createIntentJournal } from '../../src/intake/journal/create-intent-journal.ts';
import { type SweepParts, sweep } from '../../src/intake/journal/sweep.ts';
import { createErasure } from '../../src/keeping/erasure/create-erasure.ts';
import type { OpenedStore } from '../reconcile/stores.ts';

/** Opens the erasure on one database and one bucket, with a grace period of one hour. */
export function openErasure(
  pool: Pool,
  { objects, receipts }: Pick<OpenedStore, 'objects' | 'receipts'>,
  log: Logger = pino({ level: 'silent' }),
) {
  const journal = createIntentJournal(pool, { leaseMs: 60_000, graceMs: 3_600_000 });
  const sweepParts: SweepParts = { journal, objects, log };
  return {
    ...createErasure({ pool, journal, objects, receipts, previews: { forget: async () => {} }, log }),
    /** Sweeps as another process would, after the pause between two attempts. */
    async sweepLater() {
      await pool.query("update upload_intents set next_attempt_at = now() where state = 'CONDEMNED'");
      await sweep(sweepParts, new AbortController().signal);
    },
  };
}
