import { insertCreatedDeliveries } from '../../customers/events/delivery-clauses.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { SignalKind } from '../requests/facets/signals.ts';

/** What becomes of a request that waits for a verdict. */
export interface Verdict {
  readonly id: string;
  readonly outcome: 'pass' | 'hold';
  readonly signals: readonly SignalKind[];
  /** The keyed hash of its network. */
  readonly network: string;
  /** Whether channels and mails are told of it. */
  readonly told: boolean;
}

// A request that is not held becomes visible with this statement. Its event has the time at which it came. One that is held
// has no event, from which its search row would follow: it gets an empty one, which upkeep makes anew.
const verdictText = `
  with verdict as (
    select * from json_to_recordset($1) as verdict (id uuid, outcome text, signals text[], network text, told boolean)
  ), judged as (
    update commission_requests r
    set hold = case verdict.outcome when 'hold' then 'held' end,
        guard = jsonb_build_object('network', verdict.network)
    from verdict where r.id = verdict.id
    returning r.id, r.created_at, verdict.outcome
  ), signalled as (
    insert into request_signals (request_id, kind, held)
    select id, unnest(signals), outcome = 'hold' from verdict
    on conflict do nothing
  ), searched as (
    insert into request_search (request_id, text, grams, form) select id, '', '{}', 0 from judged where outcome = 'hold'
  ), created as (
    insert into request_events (request_id, actor_kind, kind, at)
    select id, 'customer', 'created', created_at from judged where outcome <> 'hold'
  )
  ${insertCreatedDeliveries('(select id as request_id from verdict where told)')}`;

/** Applies verdicts to locked requests, in the caller's transaction. */
export async function applyVerdicts(client: Transaction, verdicts: readonly Verdict[]): Promise<void> {
  await client.query(verdictText, [JSON.stringify(verdicts)]);
}
