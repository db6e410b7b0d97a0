import type { Pool } from 'pg';
import { abandon } from './abandon.ts';
import { createBegin } from './begin.ts';
import { beginOnce } from './begin-once.ts';
import { createComplete } from './complete.ts';
import { forgetKeys } from './forget-keys.ts';
import { renew } from './renew.ts';
import { createSchema, type Schema } from './schema.ts';
import { NotStoredError, type SubmissionRecords } from './submission-records.ts';
import { claimExpired, forget } from './sweep.ts';

export interface RecordsOptions {
  /** How long an upload is left alone without a sign of life. */
  readonly leaseMs: number;
  /** How long a condemned upload is remembered, for one of its objects may be stored late. */
  readonly graceMs: number;
  /** Statements of one kind that may be under way before others gather for the next one; 2 when left out. */
  readonly statementsAtOnce?: number;
}

const defaultStatementsAtOnce = 2;

/** The records in PostgreSQL. Each call first sees to it that the tables are there. */
export function createSubmissionRecords(
  pool: Pool,
  { leaseMs, graceMs, statementsAtOnce = defaultStatementsAtOnce }: RecordsOptions,
  schema: Schema = createSchema(pool),
): SubmissionRecords {
  const begin = createBegin(pool, leaseMs, statementsAtOnce);

  async function schemaReady(): Promise<void> {
    try {
      await schema.ready();
    } catch (error) {
      throw new NotStoredError(error);
    }
  }

  return {
    ready: () => schema.ready(),
    async ping() {
      await schema.ready();
      await pool.query('select 1');
    },
    async begin(submission) {
      await schemaReady();
      return begin(submission);
    },
    async beginOnce(submission, idempotency) {
      await schemaReady();
      return beginOnce(pool, submission, idempotency, leaseMs);
    },
    renew: (claim) => renew(pool, claim, leaseMs),
    complete: createComplete(pool, leaseMs, statementsAtOnce),
    abandon: (upload) => abandon(pool, upload),
    forget: (requestId) => forget(pool, requestId, graceMs),
    claimExpired: (limit) => claimExpired(pool, limit),
    forgetKeys: (limit) => forgetKeys(pool, limit),
  };
}
