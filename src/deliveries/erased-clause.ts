import { takesDeliveries } from './created-clause.ts';

/** Marks a delivery that is being sent and whose text must not be kept after its try. */
export const discardBodyMarker = '';

/**
 * Returns the clauses for deliveries in the statement that deletes the requests of `source`. They cancel unfinished
 * deliveries, delete the contents of all deliveries and tries, and notify the channels with the type `request.erased`
 * by the id alone. A digest names many requests, so the texts of all digests are deleted: a pending one is composed
 * again without the erased requests, and the text of one that is being sent is not kept.
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
    update deliveries set body = case when state = 'sending' then '${discardBodyMarker}' end
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
