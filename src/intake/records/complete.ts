import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { insertCreatedDeliveries } from '../../events/delivery-clauses.ts';
import { createGroupCommit, isConnectionLost } from '../../platform/database/group-commit.ts';
import { endIntents, takeOver } from '../journal/intent-clauses.ts';
import type { Claim } from '../journal/intent-journal.ts';
import type { Submission } from '../submission/submission.ts';
import type { Completion } from './submission-records.ts';

// `ended` omits requests whose claim was lost, so their file records are not inserted.
const completeText = `
  with claim as (
    select * from json_to_recordset($1) as claim (request_id uuid, fence int, is_guarded boolean)
  ), ended as (${endIntents}
  ), stored as (
    insert into commission_request_files (
      id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
    )
    select id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
    from ended join json_to_recordset($2) as file (
      id uuid, request_id uuid, position int, file_key text, original_file text, file_type text, file_size bigint,
      upload_date timestamptz, sha256 text
    ) using (request_id)
  ), visible as (
    select request_id from ended join claim using (request_id) where not is_guarded
  ), created as (
    insert into request_events (request_id, actor_kind, kind) select request_id, 'customer', 'created' from visible
  ), deliveries_made as (${insertCreatedDeliveries('visible')}
  )
  select request_id from ended`;

// The row lock makes this statement a write. So its commit waits for the same standbys as the lost statement's commit.
const isSubmittedText = `
  with request as (select id from commission_requests where id = $1 for key share)
  select exists (select from submitted_commission_requests where id in (select id from request)) as found`;

const resolvePausesMs = [50, 200, 500, 1000, 2000, 4000];

interface FinishedUpload {
  readonly claim: Claim;
  readonly submission: Submission;
}

/** Creates `SubmissionRecords.complete`. Simultaneous calls share a statement, so a round trip and a transaction. */
export function createComplete(
  pool: Pool,
  leaseMs: number,
  statementsAtOnce: number,
): (claim: Claim, submission: Submission) => Promise<Completion> {
  const insert = (uploads: readonly FinishedUpload[]) => insertFiles(pool, uploads);
  const insertGrouped = createGroupCommit(insert, { statementsAtOnce });
  return async (claim, submission) => {
    try {
      return await insertGrouped({ claim, submission });
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
      JSON.stringify(uploads.map(claimRow)),
      JSON.stringify(uploads.flatMap(({ submission }) => fileRows(submission))),
    ],
  });
  const ended = new Set(rows.map(({ request_id }) => request_id));
  return ({ claim }) => (ended.has(claim.requestId) ? 'completed' : 'claim-lost');
}

/**
 * Finds out the outcome after the response to the statement was lost: the statement may have been carried out, or may
 * still be. Takes the intent over. If there was an intent, the old statement can no longer find it, and the insert is
 * sent again. Without an intent, the outcome is visible in the database.
 */
async function resolve(pool: Pool, submission: Submission, leaseMs: number, lost: unknown): Promise<Completion> {
  for (const pauseMs of resolvePausesMs) {
    await sleep(pauseMs);
    try {
      return await resolveNow(pool, submission, leaseMs);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  throw lost;
}

async function resolveNow(pool: Pool, submission: Submission, leaseMs: number): Promise<Completion> {
  const claim = await takeOver(pool, submission.id, leaseMs);
  if (claim) {
    const upload = { claim, submission };
    return (await insertFiles(pool, [upload]))(upload);
  }
  const query = { name: 'is-submitted', text: isSubmittedText, values: [submission.id] };
  const { rows } = await pool.query<{ found: boolean }>(query);
  return rows[0]?.found ? 'completed' : 'claim-lost';
}

function claimRow({ claim, submission }: FinishedUpload) {
  return { request_id: claim.requestId, fence: claim.fence, is_guarded: submission.judgedBy.judging === 'guard' };
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
