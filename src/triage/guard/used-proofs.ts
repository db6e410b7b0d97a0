import type { Pool } from 'pg';
import type { Transaction } from '../../platform/database/transaction.ts';

interface UsedProof {
  readonly nonce: string;
  readonly request_id: string;
  readonly expires_at: Date;
}

// A form that was rolled back and sent again has another id, and its proof counts for the one that is stored.
const useText = `
  insert into guard_proofs as used (nonce, request_id, expires_at)
  select nonce, request_id, expires_at from (
    select distinct on (nonce) * from json_to_recordset($1) as proof (nonce text, request_id uuid, expires_at timestamptz)
    order by nonce, request_id
  ) proof
  on conflict (nonce) do update set request_id = excluded.request_id
  where used.request_id = excluded.request_id
    or not exists (select from commission_requests r where r.id = used.request_id)
  returning request_id`;

/** Uses each proof for its request. Resolves with the ids of the requests whose proof had not counted before. */
export async function useProofs(client: Transaction, proofs: readonly UsedProof[]): Promise<ReadonlySet<string>> {
  if (proofs.length === 0) return new Set();
  const { rows } = await client.query<{ request_id: string }>(useText, [JSON.stringify(proofs)]);
  return new Set(rows.map(({ request_id }) => request_id));
}

// A form may take a day to arrive, and counts from its beginning.
const forgetProofsText = `
  delete from guard_proofs where nonce in (
    select nonce from guard_proofs where expires_at < now() - interval '1 day' limit 10000
  )`;

/** Deletes the proofs that no verdict needs any more. */
export async function forgetUsedProofs(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && ((await pool.query(forgetProofsText)).rowCount ?? 0) > 0);
}
