import type { PoolClient } from 'pg';
import { erasedDeliveries } from '../../events/delivery-clauses.ts';
import { heldErasure } from '../../events/event-pages.ts';
import { condemnErased } from '../../intake/journal/intent-clauses.ts';
import { noticesOf, noticeValues } from './create-person-notices.ts';
import type { ErasureCause } from './erasure.ts';
import type { Erasure } from './erasure-shape.ts';
import { forgetBlocks } from './forget-blocks.ts';
import { receiptColumns } from './receipts.ts';
import { retentionExpiredClause } from './retention.ts';

// A request that has not arrived whole belongs to its upload and is skipped. Every writer locks the request first, so
// the statement after this one sees all rows of the request.
const lockText = `
  select r.id, r.customer_email as email, r.created_at > now() - interval '25 hours' as may_have_key from commission_requests r
  where r.id = any($1::uuid[]) and exists (select from submitted_commission_requests s where s.id = r.id)
    and ($2::text[] is null or exists (
      select from unnest($2::text[], $3::int[]) as rule (status, days) where ${retentionExpiredClause}
    ))
    and ($4::int is null or r.version = $4) and ($5::boolean is null or r.hold = 'held')
  order by r.id for update of r`;

// A person who has a request erased does not wait for an opening either. Retention leaves the notice.
const forgetNoticesText = `delete from opening_notices where ${noticesOf}`;

const forgetKeysText = 'delete from idempotency_keys where request_id = any($1::uuid[])';

// Foreign keys delete a request's dependent rows by cascade. All its events are deleted, except for the new `erasure`.
const eraseText = `
  with erased as (
    select r.id, r.hold is not null as is_held, array(
      select f.file_key from commission_request_files f where f.request_id = r.id order by f.position
    ) as keys
    from commission_requests r where r.id = any($1::uuid[])
  ), condemned as (${condemnErased}
  ), deleted_events as (
    delete from request_events e using erased where e.request_id = erased.id
  ), erasure_events as (
    insert into request_events (request_id, actor_kind, actor_id, kind, "from")
    select id, $2, $3, 'erasure', case when is_held then ${heldErasure} end from erased
  ), recorded as (
    insert into erasures (request_id, reason, object_keys) select id, $4, keys from erased
    on conflict (request_id) do update set erased_at = now(), reason = excluded.reason, receipt_at = null
    returning ${receiptColumns}
  ), ${erasedDeliveries('erased')}, removed as (
    delete from commission_requests r using erased where r.id = erased.id
  )
  select *, cardinality("objectKeys") = 0 as "isComplete" from recorded order by "requestId"`;

interface LockedRow {
  readonly id: string;
  readonly email: string;
  /** True when the request is younger than 25 hours: an idempotency key lives for 24 hours. */
  readonly may_have_key: boolean;
}

/** Deletes requests and condemns their objects in the caller's transaction. Resolves with the receipts. */
export async function eraseRequests(
  client: PoolClient,
  ids: readonly string[],
  { reason, actor, rules, isHeld, version }: ErasureCause,
): Promise<readonly Erasure[]> {
  const { rows: locked } = await client.query<LockedRow>(lockText, [
    ids,
    rules?.map(({ status }) => status) ?? null,
    rules?.map(({ days }) => days) ?? null,
    version ?? null,
    isHeld ?? null,
  ]);
  if (locked.length === 0) return [];
  const found = locked.map(({ id }) => id);
  const withKeys = locked.filter((row) => row.may_have_key).map(({ id }) => id);
  const emails = locked.map(({ email }) => email);
  await forgetBlocks(client, { requestIds: found, emails });
  if (rules == null) await client.query(forgetNoticesText, await noticeValues(client, emails));
  if (withKeys.length > 0) await client.query(forgetKeysText, [withKeys]);
  return (await client.query<Erasure>(eraseText, [found, actor.kind, actor.id, reason])).rows;
}
