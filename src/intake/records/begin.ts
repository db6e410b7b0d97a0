import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { createGroupCommit } from '../../platform/database/group-commit.ts';
import type { Claim } from '../journal/intent-journal.ts';
import type { Submission } from '../submission/submission.ts';
import { beginQuery } from './begin-query.ts';
import { createFindEarlierUse } from './idempotency-keys.ts';
import { type EarlierUse, NotStoredError, throwNotStored } from './submission-records.ts';

/** Submissions with more or longer identifiers are not grouped: a hundred of the longest would block the event loop. */
const mostGroupedExtras = 1000;
const mostGroupedCharacters = 32 * 1024;

/** Creates `SubmissionRecords.begin`. The tables must be up to date when it is called. */
export function createBegin(
  pool: Pool,
  leaseMs: number,
  statementsAtOnce: number,
): (submission: Submission) => Promise<Claim | EarlierUse> {
  const insertGrouped = createGroupCommit(insert, { statementsAtOnce });
  const insertLong = createGroupCommit(insert, { statementsAtOnce, maxBatchSize: 1 });
  const findEarlierUse = createFindEarlierUse(pool, statementsAtOnce);

  async function insert(submissions: readonly Submission[]): Promise<(submission: Submission) => boolean> {
    const { rows } = await queryConnected(pool, beginQuery(submissions, leaseMs));
    const stored = new Set(rows.map(({ id }) => id));
    return ({ id }) => stored.has(id);
  }

  /** Resolves with false, without storing the submission, when its idempotency key is taken. */
  async function isInserted(submission: Submission): Promise<boolean> {
    try {
      return await (isLong(submission) ? insertLong(submission) : insertGrouped(submission));
    } catch (error) {
      throw isRefused(error) ? new NotStoredError(error) : error;
    }
  }

  return async (submission) => {
    const { idempotency } = submission;
    if ((await isInserted(submission)) || idempotency === null) return claimOf(submission);
    const earlier = await findEarlierUse(idempotency);
    if (earlier !== 'freed') return earlier;
    return (await isInserted(submission)) ? claimOf(submission) : { earlier: 'under-way' };
  };
}

function claimOf({ id }: Submission): Claim {
  return { requestId: id, fence: 1 };
}

function isLong({ commissionForm, payload: { typeId, optionId, customCardId, extraIds } }: Submission): boolean {
  if ((commissionForm?.bytes ?? 0) > mostGroupedCharacters) return true;
  if (extraIds.length > mostGroupedExtras) return true;
  return [typeId, optionId, customCardId, ...extraIds].join().length > mostGroupedCharacters;
}

/** SQLSTATEs of rejections that prove a roll back: data, constraints, syntax, rights, limits and locks. */
const refusingClasses = new Set(['21', '22', '23', '26', '42', '54', '55']);
const refusals = new Set(['25006', '40001', '40P01', '57014']);
/** A violation of this constraint shows that an earlier statement has stored the request. */
const requestKey = 'commission_requests_pkey';

/**
 * As `pool.query`, but rejects with a NotStoredError when no connection was available for the statement. When
 * the server rejects the statement, its locks are released before this rejects. The pool must listen to errors of
 * borrowed clients, as the pools of `src/platform/database` do.
 */
async function queryConnected(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  const client = await pool.connect().catch(throwNotStored);
  try {
    const result = await client.query(query);
    client.release();
    return result;
  } catch (error) {
    client.release(!(await hasRolledBack(client, error)));
    throw error;
  }
}

/** Faults of a session, which would reject its later statements too: it lost its statements, or is read-only. */
const sessionFaults = new Set(['26000', '25006']);

/** The server reports an error before it rolls back. Meanwhile the keys of the statement look like keys in use. */
async function hasRolledBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (!(error instanceof DatabaseError) || sessionFaults.has(error.code ?? '')) return false;
  return client.query('').then(
    () => true,
    () => false,
  );
}

/** True when the failure proves that the statement was rolled back. After other failures the outcome is unknown. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.constraint === requestKey) return false;
  const sqlState = error.code ?? '';
  return refusingClasses.has(sqlState.slice(0, 2)) || refusals.has(sqlState);
}
