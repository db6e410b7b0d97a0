import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { applyRetention } from '../../archive/apply-retention.ts';
import { createErasureCandidates } from '../../archive/create-erasure-candidates.ts';
import type { Eraser } from '../../archive/erasure.ts';
import { storeReceipts } from '../../archive/store-receipts.ts';
import type { Config } from '../../configuration/config.ts';
import type { DocumentStore } from '../../objects/document-store.ts';
import type { Task } from '../../upkeep/upkeep.ts';

interface ErasureTaskParts {
  readonly pool: Pool;
  readonly eraser: Eraser;
  readonly receipts: DocumentStore;
  readonly log: Logger;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns the periodic tasks of a process with these roles. */
export function erasureTasks(
  { pool, eraser, receipts, log }: ErasureTaskParts,
  { roles, bucketName, retention: rules }: Pick<Config, 'roles' | 'bucketName' | 'retention'>,
): readonly Task[] {
  if (bucketName === null || !roles.includes('upkeep')) return [];
  const candidates = createErasureCandidates(pool);
  return [
    { name: 'erasure receipts', intervalMs: minuteMs, run: (signal) => storeReceipts(pool, receipts, signal) },
    {
      name: 'retention',
      intervalMs: hourMs,
      async run(signal) {
        const erased = await applyRetention({ candidates, eraser, rules }, signal);
        if (erased > 0) log.info({ erased }, 'Retention: requests were erased');
      },
    },
  ];
}
