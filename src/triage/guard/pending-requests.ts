import type { GuardedArrival } from '../../intake/submission/guarded-arrival.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

/** A request that waits for a verdict. */
export interface PendingRequest {
  readonly id: string;
  readonly createdAt: Date;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly guard: GuardedArrival;
  readonly bytes: number;
}

// Those that are being erased or changed come with the next look.
const pendingText = `
  select r.id, r.created_at as "createdAt", r.customer_name as name, r.customer_email as email, r.message, r.guard,
    (select coalesce(sum(f.file_size), 0)::float8 from commission_request_files f where f.request_id = r.id) as bytes
  from commission_requests r
  where r.hold = 'pending' and not exists (select from upload_intents i where i.request_id = r.id)
  order by r.id limit $1 for update of r skip locked`;

/** Locks the oldest requests that have arrived whole and wait for a verdict. */
export async function lockPending(client: Transaction, limit: number): Promise<readonly PendingRequest[]> {
  return (await client.query<PendingRequest>(pendingText, [limit])).rows;
}
