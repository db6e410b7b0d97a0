import { insertCreatedDeliveries, statusDeliveries } from '../events/delivery-clauses.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import type { SignalKind } from '../requests/facets/signals.ts';
import type { Arrival } from './arrival.ts';
import type { Punctuality } from './judge-lateness.ts';
import type { Fingerprint } from './recorded-arrivals.ts';

/** The verdict on a request. */
export interface Verdict
  extends Punctuality,
    Pick<Arrival, 'id' | 'judging' | 'at' | 'network' | 'bytes'>,
    Partial<Pick<Fingerprint, 'mailbox' | 'words'>> {
  readonly isHeld: boolean;
  readonly signals: readonly SignalKind[];
  /** Whether it is recorded for the counts of later ones. */
  readonly isRecorded: boolean;
  /** Whether it can close the form. */
  readonly counts: boolean;
  /** Whether the guard lets channels and mails be notified of it. */
  readonly isNotified: boolean;
}

// A request that the guard does not hold becomes visible with this statement. Its event has the time at which it came. One
// that is held has no event, from which its search row would follow: it gets an empty one, which upkeep fills.
const verdictText = `
  with verdict as (
    select * from json_to_recordset($1) as verdict (
      id uuid, judging text, "isHeld" boolean, signals text[], network text, lateness text, "isBeyondShare" boolean,
      "isNotified" boolean
    )
  ), judged as (
    update commission_requests r
    set judging = null, hold = case when verdict."isHeld" then 'held' end,
        guard = case when verdict.network is not null then jsonb_build_object('network', verdict.network) end,
        arrival = verdict.lateness, is_beyond_share = nullif(verdict."isBeyondShare", false)
    from verdict where r.id = verdict.id
    returning r.id, r.created_at, verdict.judging, verdict."isHeld"
  ), signalled as (
    insert into request_signals (request_id, kind, held)
    select id, unnest(signals), "isHeld" from verdict
    on conflict do nothing
  ), searched as (
    insert into request_search (request_id, text, grams) select id, '', '{}' from judged where "isHeld"
    on conflict do nothing
  ), created as (
    insert into request_events (request_id, actor_kind, kind, at)
    select id, 'customer', 'created', created_at from judged where judging = 'guard' and not "isHeld"
    order by created_at, id
  )
  ${insertCreatedDeliveries('(select id as request_id from verdict where "isNotified")')}`;

// A release judges a request again, which was recorded when it was held.
const recordText = `
  insert into request_arrivals (request_id, at, network, mailbox, words, bytes, counts, notified_at)
  select id, at, network, mailbox, words, bytes, counts, case when "isNotified" then now() end
  from json_to_recordset($1) as verdict (
    id uuid, at timestamptz, network text, mailbox text, words text, bytes bigint, counts boolean, "isNotified" boolean
  )
  on conflict (request_id) do update set counts = excluded.counts`;

const markText = `
  insert into request_events (request_id, actor_kind, kind, "to")
  select id, 'rule', 'arrival', to_jsonb(lateness) from json_to_recordset($1) as late (id uuid, lateness text)`;

// Those of one moment join the waiting list in their order.
const sortText = `
  with sorted as (
    select * from json_to_recordset($1) as sorted (id uuid, "sortedTo" text, position int)
  ), last as (
    select coalesce(max(rank), 0) as rank from commission_requests where status = 'WAITLISTED'
  ), changed as (
    update commission_requests r
    set status = sorted."sortedTo", version = r.version + 1, changed_at = now(),
        rank = case sorted."sortedTo" when 'WAITLISTED' then last.rank + sorted.position end
    from sorted, last where r.id = sorted.id
  ), status_changes as (
    select id as request_id, 'NEW' as "from", "sortedTo" as "to" from sorted
  ), ${statusDeliveries('status_changes', 'send')}
  insert into request_events (request_id, actor_kind, kind, "from", "to")
  select id, 'rule', 'status', to_jsonb('NEW'::text), to_jsonb("sortedTo") from sorted order by position`;

/** Applies verdicts to locked requests, in the caller's transaction. A statement runs only when it has something to store. */
export async function writeVerdicts(client: Transaction, verdicts: readonly Verdict[]): Promise<void> {
  const store = async (text: string, stored: readonly object[]) => {
    if (stored.length > 0) await client.query(text, [JSON.stringify(stored)]);
  };
  const late = verdicts.filter(({ lateness }) => lateness !== null);
  const sorted = verdicts.filter(({ sortedTo }) => sortedTo !== null);
  await store(verdictText, verdicts);
  await store(
    recordText,
    verdicts.filter(({ isRecorded, network }) => isRecorded && network !== null),
  );
  await store(markText, late);
  await store(
    sortText,
    sorted.map(({ id, sortedTo }, index) => ({ id, sortedTo, position: index + 1 })),
  );
}
