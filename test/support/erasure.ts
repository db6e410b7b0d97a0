import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { createIntentJournal } from '../../src/customers/journal/create-intent-journal.ts';
import { type SweepParts, sweep } from '../../src/customers/journal/sweep.ts';
import { createEraser } from '../../src/keeping/erasure/create-eraser.ts';
import { createErasureCandidates } from '../../src/keeping/erasure/create-erasure-candidates.ts';
import { createErasureLog } from '../../src/keeping/erasure/receipts.ts';
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
    eraser: createEraser({ pool, journal, objects, receipts, previews: { forget: async () => {} }, log }),
    candidates: createErasureCandidates(pool),
    erasures: createErasureLog(pool),
    /** Sweeps as another process would, after the pause between two tries. */
    async sweepLater() {
      await pool.query("update upload_intents set next_try = now() where state = 'CONDEMNED'");
      await sweep(sweepParts, new AbortController().signal);
    },
  };
}
