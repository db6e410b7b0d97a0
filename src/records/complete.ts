import type { Pool } from 'pg';
import type { Submission, SubmittedFile } from '../submission/submission.ts';
import { isConnectionLost } from './connection-lost.ts';
import type { Claim } from './submission-records.ts';

// Whoever raised the fence or condemned the intent meanwhile makes `ended` empty, and nothing is inserted.
const completeText = `
  with ended as (
    delete from upload_intents
    where request_id = $1 and fence = $2 and state = 'PENDING'
    returning request_id
  )
  insert into commission_request_files (
    id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
  )
  select file.id, ended.request_id, file.position, file.key, file.name, file.type, file.size, $3::timestamptz, file.sha256
  from ended, unnest($4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[])
    as file (id, position, key, name, type, size, sha256)`;

const takeOverText = `
  update upload_intents set fence = fence + 1, lease_until = now() + $2 * interval '1 millisecond'
  where request_id = $1 and state = 'PENDING'
  returning fence`;

const hasFilesText = 'select exists (select from commission_request_files where request_id = $1) as found';

const resolvePausesMs = [50, 200, 500, 1000, 2000, 4000];

export type Completion = 'completed' | 'claim-lost';

export async function complete(pool: Pool, claim: Claim, submission: Submission, leaseMs: number): Promise<Completion> {
  try {
    return await insertFiles(pool, claim, submission);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return resolve(pool, submission, leaseMs, error);
  }
}

async function insertFiles(pool: Pool, claim: Claim, submission: Submission): Promise<Completion> {
  const result = await pool.query({
    name: 'complete',
    text: completeText,
    values: [claim.requestId, claim.fence, submission.createdAt.toISOString(), ...fileColumns(submission.files)],
  });
  return result.rowCount === submission.files.length ? 'completed' : 'claim-lost';
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
  if (fence !== undefined) return insertFiles(pool, { requestId: submission.id, fence }, submission);
  const found = await pool.query<{ found: boolean }>(hasFilesText, [submission.id]);
  return found.rows[0]?.found ? 'completed' : 'claim-lost';
}

function fileColumns(files: readonly SubmittedFile[]) {
  return [
    files.map((file) => file.id),
    files.map((file) => file.position),
    files.map((file) => file.key),
    files.map((file) => file.attachment.fileName),
    files.map((file) => file.attachment.mediaType),
    files.map((file) => file.attachment.size),
    files.map((file) => file.attachment.sha256),
  ];
}
