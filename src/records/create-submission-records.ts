import { setTimeout as sleep } from 'node:timers/promises';
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
  /** How long a submission waits for tables that are being brought up to date; 15 s when left out. */
  readonly schemaPatienceMs?: number;
}

const defaultStatementsAtOnce = 2;
const defaultSchemaPatienceMs = 15_000;

/** The records in PostgreSQL. Each call first sees to it that the tables are there. */
export function createSubmissionRecords(
  pool: Pool,
  {
    leaseMs,
    graceMs,
    statementsAtOnce = defaultStatementsAtOnce,
    schemaPatienceMs = defaultSchemaPatienceMs,
  }: RecordsOptions,
  schema: Schema = createSchema(pool),
): SubmissionRecords {
  let isReady = false;
  const begin = createBegin(pool, leaseMs, statementsAtOnce);

  async function schemaReady(): Promise<void> {
    if (isReady) return;
    await soon(schema.ready(), schemaPatienceMs);
    isReady = true;
  }

  async function schemaReadyFirst(): Promise<void> {
    try {
      await schemaReady();
    } catch (error) {
      throw new NotStoredError(error);
    }
  }

  return {
    ready: () => schema.ready(),
    async ping() {
      await schemaReady();
      await pool.query('select 1');
    },
    async begin(submission) {
      await schemaReadyFirst();
      return begin(submission);
    },
    async beginOnce(submission, idempotency) {
      await schemaReadyFirst();
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

/** A migration may take as long as it takes, but nobody waits for it without end. */
async function soon(ready: Promise<void>, patienceMs: number): Promise<void> {
  const giveUp = new AbortController();
  const tooLate = sleep(patienceMs, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error('The tables are still being brought up to date');
  });
  try {
    await Promise.race([ready, tooLate]);
  } finally {
    giveUp.abort();
    tooLate.catch(() => {});
  }
}
