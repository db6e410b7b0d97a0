import { takesDeliveries } from './created-clause.ts';

/** Delay before the deliveries of a status change are due, so that the change can be undone. */
const undoTime = "interval '15 seconds'";

/**
 * Returns the clauses for deliveries in the statement that changes the statuses of locked requests.
 *
 * A change within the undo time supersedes the change before it: channels are notified of both as one change, or of
 * nothing when the first status came back. A request that becomes SPAM has its pending deliveries cancelled, without
 * any notification. A request that leaves SPAM gets these deliveries back.
 * @param source a relation with the columns `request_id uuid, "from" text, "to" text`, which differ
 */
export function statusDeliveries(source: string): string {
  return `
  superseded_deliveries as (
    update deliveries delivery
    set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'undone'
    from ${source} as change
    where delivery.request_id = change.request_id and delivery.type = 'request.status_changed' and delivery.attempt = 0
      and ((delivery.state = 'pending' and delivery.due_at > now()) or delivery.cancel_cause = 'spam')
    returning delivery.request_id, delivery.channel_id, delivery.created_at, delivery.facts ->> 'from' as "from"
  ), last_told as (
    select distinct on (request_id, channel_id) request_id, channel_id, "from"
    from superseded_deliveries order by request_id, channel_id, created_at
  ), spam_deliveries as (
    update deliveries delivery
    set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'spam'
    from ${source} as change
    where change."to" = 'SPAM' and delivery.request_id = change.request_id and delivery.state = 'pending'
      and not (delivery.type = 'request.status_changed' and delivery.attempt = 0 and delivery.due_at > now())
  ), revived_deliveries as (
    update deliveries delivery
    set state = 'pending', due_at = now() + ${undoTime}, finished_at = null, cancel_cause = null
    from ${source} as change
    where change."from" = 'SPAM' and delivery.request_id = change.request_id and delivery.cancel_cause = 'spam'
      and not (delivery.type = 'request.status_changed' and delivery.attempt = 0)
  ), status_deliveries as (
    insert into deliveries (channel_id, request_id, type, facts, state, due_at, finished_at, cancel_cause)
    select channel.id, change.request_id, 'request.status_changed',
      jsonb_build_object('from', coalesce(last_told."from", change."from"), 'to', change."to"),
      case change."to" when 'SPAM' then 'cancelled' else 'pending' end,
      case change."to" when 'SPAM' then null else now() + ${undoTime} end,
      case change."to" when 'SPAM' then now() end,
      case change."to" when 'SPAM' then 'spam' end
    from delivery_channels channel cross join ${source} as change
      left join last_told on last_told.request_id = change.request_id and last_told.channel_id = channel.id
    where ${takesDeliveries} and 'request.status_changed' = any(channel.types)
      and coalesce(last_told."from", change."from") <> change."to"
  )`;
}
