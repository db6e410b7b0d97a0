import type { Pool } from 'pg';
import { readConfig } from '../../src/configuration/read-config.ts';
import type { IntentJournal } from '../../src/journal/intent-journal.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import type { SubmissionRecords } from '../../src/records/submission-records.ts';

/** How submissions are stored and rolled back: the service's own way, or one that a mutant has. */
export interface Protocol {
  readonly name: string;
  readonly graceMs: number;
  /** Stands between the service and its records. */
  records(real: SubmissionRecords, pool: Pool): SubmissionRecords;
  /** Stands between the service and its journal. */
  journal(real: IntentJournal, pool: Pool): IntentJournal;
  /** Stands between the service and its objects. */
  objects(real: ObjectStore): ObjectStore;
}

/** The times that the service has when nobody sets others. */
export const { timeLimits } = readConfig({ BUCKET_NAME: 'attachments' });

export const asBuilt: Protocol = {
  name: 'as-built',
  graceMs: timeLimits.graceMs,
  records: (real) => real,
  journal: (real) => real,
  objects: (real) => real,
};
