import type { Pool } from 'pg';
import type { Claim } from './submission-records.ts';

const renewText = `
  update upload_intents set lease_until = now() + $3 * interval '1 millisecond'
  where request_id = $1 and fence = $2 and state = 'PENDING'`;

export async function renew(pool: Pool, claim: Claim, leaseMs: number): Promise<'renewed' | 'claim-lost'> {
  const result = await pool.query({ name: 'renew', text: renewText, values: [claim.requestId, claim.fence, leaseMs] });
  return result.rowCount === 1 ? 'renewed' : 'claim-lost';
}
