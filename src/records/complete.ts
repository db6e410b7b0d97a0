import type { Pool } from 'pg';
import type { Submission } from '../submission/submission.ts';
import { isConnectionLost } from './connection-lost.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Claim } from './submission-records.ts';

// Whoever raised the fence or condemned the intent meanwhile keeps a request out of `ended`: nothing is inserted for it.
const completeText = `
  with ended as (
    delete from upload_intents intent
    using json_to_recordset($1) as claim (request_id uuid, fence int)
    where intent.request_id = claim.request_id and intent.fence = claim.fence and intent.state = 'PENDING'
    returning intent.request_id
  ), stored as (
    insert into commission_request_files (
      id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
    )
    select id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
    from ended join json_to_recordset($2) as file (
      id uuid, request_id uuid, position int, file_key text, original_file text, file_type text, file_size bigint,
      upload_date timestamptz, sha256 text
    ) using (request_id)
  )
  select request_id from ended`;

const takeOverText = `
  update upload_intents set fence = fence + 1, lease_until = now() + $2 * interval '1 millisecond'
  where request_id = $1 and state = 'PENDING'
  returning fence`;

const isSubmittedText = 'select exists (select from submitted_commission_requests where id = $1) as found';

const resolvePausesMs = [50, 200, 500, 1000, 2000, 4000];

export type Completion = 'completed' | 'claim-lost';

interface FinishedUpload {
  readonly claim: Claim;
  readonly submission: Submission;
}

/** Several submissions at once are completed by one statement, so in one round trip and one transaction. */
export function createComplete(
  pool: Pool,
  leaseMs: number,
  statementsAtOnce: number,
): (claim: Claim, submission: Submission) => Promise<Completion> {
  const insert = (uploads: readonly FinishedUpload[]) => insertFiles(pool, uploads);
  const insertTogether = createGroupCommit(insert, statementsAtOnce);
  return async (claim, submission) => {
    try {
      return await insertTogether({ claim, submission });
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return resolve(pool, submission, leaseMs, error);
    }
  };
}

async function insertFiles(
  pool: Pool,
  uploads: readonly FinishedUpload[],
): Promise<(upload: FinishedUpload) => Completion> {
  const { rows } = await pool.query<{ request_id: string }>({
    name: 'complete',
    text: completeText,
    values: [
      JSON.stringify(uploads.map(({ claim }) => ({ request_id: claim.requestId, fence: claim.fence }))),
      JSON.stringify(uploads.flatMap(({ submission }) => fileRows(submission))),
    ],
  });
  const ended = new Set(rows.map(({ request_id }) => request_id));
  return ({ claim }) => (ended.has(claim.requestId) ? 'completed' : 'claim-lost');
}

/**
 * The answer to the statement was lost, so it may have been carried out, or may still be. Taking the intent with a new
 * fence decides it: taken, the old statement can no longer find it and is sent again; gone, its outcome is there to see.
 */
async function resolve(pool: Pool, submission: Submission, leaseMs: number, lost: unknown): Promise<Completion> {
  for (const pauseMs of resolvePausesMs) {
    await new Promise((wake) => setTimeout(wake, pauseMs));
    try {
      return await ask(pool, submission, leaseMs);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  throw lost;
}

async function ask(pool: Pool, submission: Submission, leaseMs: number): Promise<Completion> {
  const taken = await pool.query<{ fence: number }>(takeOverText, [submission.id, leaseMs]);
  const fence = taken.rows[0]?.fence;
  if (fence !== undefined) {
    const upload = { claim: { requestId: submission.id, fence }, submission };
    return (await insertFiles(pool, [upload]))(upload);
  }
  const found = await pool.query<{ found: boolean }>(isSubmittedText, [submission.id]);
  return found.rows[0]?.found ? 'completed' : 'claim-lost';
}

function fileRows({ id: requestId, createdAt, files }: Submission) {
  return files.map(({ id, position, key, attachment }) => ({
    id,
    request_id: requestId,
    position,
    file_key: key,
    original_file: attachment.fileName,
    file_type: attachment.mediaType,
    file_size: attachment.size,
    upload_date: createdAt,
    sha256: attachment.sha256,
  }));
}
