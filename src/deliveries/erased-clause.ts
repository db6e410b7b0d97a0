import { takesDeliveries } from './created-clause.ts';

/** The body of a delivery that is being sent, and of whose text nothing may be kept behind that. */
export const unkeptBody = '';

/**
 * Deliveries of erased requests: parts of the statement that deletes the requests of `source`. What waits is cancelled, what
 * was sent and answered is emptied, and the channels that want to know are told by the id alone. A digest names many: one that waits
 * is composed anew without them, and one that is being sent keeps nothing of what it says.
 * @param source a relation with the column `id uuid`
 */
export function erasedDeliveries(source: string): string {
  return `
  emptied_deliveries as (
    update deliveries delivery
    set body = null, facts = null, due_at = null, lease_until = null, finished_at = coalesce(finished_at, now()),
        cancel_cause = case when finished_at is null then 'erased' else cancel_cause end,
        state = case when finished_at is null then 'cancelled' else state end
    from ${source} as gone
    where delivery.request_id = gone.id and delivery.type <> 'request.erased'
    returning delivery.id
  ), emptied_digests as (
    update deliveries set body = case when state = 'sending' then '${unkeptBody}' end
    where channel_id in (select id from delivery_channels where kind = 'mail')
      and type = 'digest' and (body is not null or finished_at is null) and exists (select from ${source})
  ), emptied_attempts as (
    update delivery_attempts set response = null, detail = null
    where delivery_id in (select id from emptied_deliveries)
  ), erased_deliveries as (
    insert into deliveries (channel_id, request_id, type)
    select channel.id, gone.id, 'request.erased'
    from delivery_channels channel cross join ${source} as gone
    where ${takesDeliveries} and 'request.erased' = any(channel.types)
  )`;
}
