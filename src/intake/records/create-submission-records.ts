import type { Pool } from 'pg';
import type { Submission } from '../submission/submission.ts';
import { createBegin } from './begin.ts';
import { createComplete } from './complete.ts';
import type { Schema } from './schema.ts';
import { type SubmissionRecords, throwNotStored } from './submission-records.ts';

interface RecordsOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  /** How long an upload keeps its lease without a renewal. */
  readonly leaseMs: number;
  /** Statements of one kind that run at the same time. Further calls gather for the next statement. Default: 2. */
  readonly statementsAtOnce?: number;
  /** Called for each request that is stored whole: visible to people, or waiting for a verdict. */
  onStored?(submission: Submission): void;
}

const defaultStatementsAtOnce = 2;
/** How long a submission waits for the tables to be brought up to date. */
const schemaTimeoutMs = 15_000;

/** Creates the records in PostgreSQL. `begin` first waits until the tables are up to date. */
export function createSubmissionRecords(options: RecordsOptions): SubmissionRecords {
  const { pool, schema, leaseMs, statementsAtOnce = defaultStatementsAtOnce } = options;
  const begin = createBegin(pool, leaseMs, statementsAtOnce);
  const complete = createComplete(pool, leaseMs, statementsAtOnce);

  return {
    async begin(submission) {
      await schema.readyWithin(schemaTimeoutMs).catch(throwNotStored);
      const begun = await begin(submission);
      if (submission.files.length === 0 && !('earlier' in begun)) options.onStored?.(submission);
      return begun;
    },
    async complete(claim, submission) {
      const completion = await complete(claim, submission);
      if (completion === 'completed') options.onStored?.(submission);
      return completion;
    },
  };
}
