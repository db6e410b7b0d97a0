import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createIntentJournal } from '../../src/intake/journal/create-intent-journal.ts';
import type { Claim, IntentJournal } from '../../src/intake/journal/intent-journal.ts';
import { createRollBack } from '../../src/intake/journal/roll-back.ts';
import { createSubmissionRecords } from '../../src/intake/records/create-submission-records.ts';
import { createSchema, type Schema } from '../../src/intake/records/schema.ts';
import type { SubmissionRecords } from '../../src/intake/records/submission-records.ts';
import type { Stores } from '../../src/intake/steps/receive.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../src/intake/records/migrations', import.meta.url));

/** The records of submissions and the journal of their uploads, as one replica has them. */
export interface TestRecords extends SubmissionRecords, IntentJournal {
  ready(): Promise<void>;
  /** Like `begin`, for a submission whose idempotency key is unused. */
  claim(submission: Submission): Promise<Claim>;
}

interface TestRecordsOptions {
  readonly schema?: Schema;
  readonly graceMs?: number;
}

/** Opens the records with leases of one minute and a default grace period of one minute. */
export function openRecords(
  pool: Pool,
  { schema = createSchema({ pool, directory: migrationsDirectory }), graceMs = 60_000 }: TestRecordsOptions = {},
): TestRecords {
  const records = createSubmissionRecords({ pool, schema, leaseMs: 60_000 });
  return {
    ...records,
    ...createIntentJournal(pool, { leaseMs: 60_000, graceMs }),
    ready: schema.ready,
    async claim(submission) {
      const begun = await records.begin(submission);
      if ('earlier' in begun) throw new Error('The key is taken');
      return begun;
    },
  };
}

/** Returns the stores that storing a submission needs. */
export function storesOf(records: TestRecords, objects: ObjectStore): Stores {
  const log = pino({ level: 'silent' });
  return { records, leases: records, objects, rollBacks: createRollBack({ journal: records, objects, log }) };
}
