import type { Pool } from 'pg';
import { abandon } from './abandon.ts';
import { begin } from './begin.ts';
import { complete } from './complete.ts';
import { renew } from './renew.ts';
import { createSchema } from './schema.ts';
import type { SubmissionRecords } from './submission-records.ts';
import { claimExpired, forget } from './sweep.ts';

export interface RecordsOptions {
  /** How long an upload is left alone without a sign of life. */
  readonly leaseMs: number;
  /** How long a condemned upload is remembered, for one of its objects may be stored late. */
  readonly graceMs: number;
}

/** The records in PostgreSQL. Each call first sees to it that the tables are there. */
export function createSubmissionRecords(pool: Pool, { leaseMs, graceMs }: RecordsOptions): SubmissionRecords {
  const schema = createSchema(pool);
  return {
    ready: () => schema.ready(),
    async ping() {
      await schema.ready();
      await pool.query('select 1');
    },
    async begin(submission) {
      await schema.ready();
      return begin(pool, submission, leaseMs);
    },
    renew: (claim) => renew(pool, claim, leaseMs),
    complete: (claim, submission) => complete(pool, claim, submission, leaseMs),
    abandon: (upload) => abandon(pool, upload),
    forget: (requestId) => forget(pool, requestId, graceMs),
    claimExpired: (limit) => claimExpired(pool, limit),
  };
}
