import type { Pool } from 'pg';
import { readConfig } from '../../src/configuration/read-config.ts';
import type { IntentJournal } from '../../src/intake/journal/intent-journal.ts';
import type { SubmissionRecords } from '../../src/intake/records/submission-records.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';

/** A way of storing and rolling back submissions: the service's own, or that of a mutant. */
export interface Protocol {
  readonly name: string;
  readonly graceMs: number;
  /** Wraps the service's records. */
  records(real: SubmissionRecords, pool: Pool): SubmissionRecords;
  /** Wraps the service's journal. */
  journal(real: IntentJournal, pool: Pool): IntentJournal;
  /** Wraps the service's objects. */
  objects(real: ObjectStore): ObjectStore;
}

/** The service's default time limits. */
export const { timeLimits } = readConfig({ BUCKET_NAME: 'attachments' });

export const asBuilt: Protocol = {
  name: 'as-built',
  graceMs: timeLimits.graceMs,
  records: (real) => real,
  journal: (real) => real,
  objects: (real) => real,
};
