import type { Pool } from 'pg';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import { firstSweepMs } from './intent-clauses.ts';
import type { IntentJournal } from './intent-journal.ts';

interface JournalOptions {
  /** How long an upload keeps its lease without a renewal. */
  readonly leaseMs: number;
  /** How long a condemned upload stays in the journal, because one of its objects may be stored late. */
  readonly graceMs: number;
}

const renewText = `
  update upload_intents set lease_until = now() + $3 * interval '1 millisecond'
  where request_id = $1 and fence = $2 and state = 'PENDING'`;

const condemnText = 'select roll_back_upload($1, $2, $3, $4) as is_condemned';

// SKIP LOCKED divides the work among any number of sweepers without a leader. Every statement locks the intent before
// the request, and this one only takes rows that it can lock without waiting, so two sweepers cannot deadlock.
const claimDueText = `
  with due as (
    select request_id from upload_intents
    where (state = 'PENDING' and lease_until < now()) or (state = 'CONDEMNED' and next_attempt_at <= now())
    limit $1
    for update skip locked
  ), condemned as (
    update upload_intents i
    set state = 'CONDEMNED', fence = i.fence + 1, condemned_at = coalesce(i.condemned_at, now()), attempts = i.attempts + 1,
        next_attempt_at = now() + least($2 * 2 ^ least(i.attempts, 30), $3) * (0.75 + random() / 2) * interval '1 millisecond'
    from due
    where i.request_id = due.request_id
    returning i.request_id, i.keys, i.attempts
  ), removed_requests as (
    delete from commission_requests where id in (select request_id from condemned)
  ), removed_events as (
    delete from request_events where request_id in (select request_id from condemned) and kind = 'created'
  ), removed_deliveries as (
    delete from deliveries where request_id in (select request_id from condemned) and type = 'request.created'
  )
  select request_id, keys, attempts from condemned`;

const forgetText = `
  with forgotten as (
    delete from upload_intents
    where request_id = $1 and state = 'CONDEMNED' and condemned_at <= now() - $2 * interval '1 millisecond'
    returning request_id
  )
  update upload_intents set objects_deleted_at = now()
  where request_id = $1 and state = 'CONDEMNED' and objects_deleted_at is null
    and not exists (select from forgotten)`;

const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;

interface DueRow {
  readonly request_id: string;
  readonly keys: ObjectKey[];
  readonly attempts: number;
}

/** Creates the journal in PostgreSQL. */
export function createIntentJournal(pool: Pool, { leaseMs, graceMs }: JournalOptions): IntentJournal {
  return {
    async renew({ requestId, fence }) {
      const { rowCount } = await pool.query({ name: 'renew', text: renewText, values: [requestId, fence, leaseMs] });
      return rowCount === 1 ? 'renewed' : 'claim-lost';
    },
    async condemn({ requestId, keys, idempotencyKey }) {
      const values = [requestId, keys, idempotencyKey, firstSweepMs];
      const { rows } = await pool.query({ name: 'condemn', text: condemnText, values });
      return rows[0].is_condemned ? 'condemned' : 'kept';
    },
    async claimDue(limit) {
      const values = [limit, firstPauseMs, longestPauseMs];
      const { rows } = await pool.query<DueRow>({ name: 'claim-due', text: claimDueText, values });
      return rows.map(({ request_id, keys, attempts }) => ({ requestId: request_id, keys, attempts }));
    },
    async forget(requestId) {
      await pool.query({ name: 'forget', text: forgetText, values: [requestId, graceMs] });
    },
  };
}
