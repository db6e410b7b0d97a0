import type { PoolClient } from 'pg';
import { statusDeliveries } from '../../events/delivery-clauses.ts';
import type { Judgement } from './judge-arrivals.ts';

const markText = `
  with judged as (
    select * from json_to_recordset($1) as judged (id uuid, arrival text, "isBeyondShare" boolean)
  ), marked as (
    update commission_requests r set arrival = judged.arrival, is_beyond_share = nullif(judged."isBeyondShare", false)
    from judged where r.id = judged.id
  )
  insert into request_events (request_id, actor_kind, kind, "to")
  select id, 'rule', 'arrival', to_jsonb(arrival) from judged where arrival is not null`;

// Those of one moment join the waiting list in their order.
const sortText = `
  with late as (
    select * from json_to_recordset($1) as late (id uuid, "to" text, place int)
  ), before as (
    select r.id, r.status, late."to", late.place from commission_requests r join late on late.id = r.id
    where r.status = 'NEW' for no key update of r
  ), last as (
    select coalesce(max(rank), 0) as rank from commission_requests where status = 'WAITLISTED'
  ), changed as (
    update commission_requests r
    set status = before."to", version = r.version + 1, changed_at = now(),
        rank = case before."to" when 'WAITLISTED' then last.rank + before.place end
    from before, last where r.id = before.id
  ), status_changes as (
    select id as request_id, status as "from", "to" from before
  ), ${statusDeliveries('status_changes', 'send')}
  insert into request_events (request_id, actor_kind, kind, "from", "to")
  select id, 'rule', 'status', to_jsonb(status), to_jsonb("to") from before order by place`;

const countText = `
  insert into opening_arrivals (request_id, network, at)
  select id, network, at from json_to_recordset($1) as counted (id uuid, network text, at timestamptz)
  where exists (select from commission_requests r where r.id = counted.id)
  on conflict do nothing`;

/** Stores what was found. A statement runs only when it has something to store. */
export async function writeJudgements(client: PoolClient, judgements: readonly Judgement[]): Promise<void> {
  const rows = judgements.map(({ requestId: id, sortedTo: to, ...rest }, place) => ({
    id,
    to,
    place: place + 1,
    ...rest,
  }));
  const store = async (text: string, stored: readonly object[]) => {
    if (stored.length > 0) await client.query(text, [JSON.stringify(stored)]);
  };
  await store(
    markText,
    rows.filter(({ arrival, isBeyondShare }) => arrival !== null || isBeyondShare),
  );
  await store(
    sortText,
    rows.filter(({ to }) => to !== null),
  );
  await store(
    countText,
    rows.filter(({ network }) => network !== null),
  );
}
