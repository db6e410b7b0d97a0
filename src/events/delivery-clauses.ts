/** True for a `channel` that deliveries are made for. */
export const takesDeliveries = "channel.state in ('enabled', 'held')";

/**
 * Returns the clause that makes a delivery for each new request and each channel with the type `request.created`. It is
 * part of the statement that makes the requests of `source` visible. Without channels it writes nothing. A channel with
 * a daily digest gets the digest instead.
 * @param source a relation with the column `request_id uuid`
 */
export function insertCreatedDeliveries(source: string): string {
  return `
  insert into deliveries (channel_id, request_id, type)
  select channel.id, visible.request_id, 'request.created'
  from delivery_channels channel cross join ${source} as visible
  where ${takesDeliveries} and 'request.created' = any(channel.types)
    and channel.settings ->> 'pace' is distinct from 'daily'`;
}

/** Delay before the deliveries of a status change are due, so that the change can be undone. */
const undoTime = "interval '15 seconds'";

/** Whether a customer gets a mail about a changed status, where such mails are switched on. */
export const customerMails = ['send', 'skip'] as const;
export type CustomerMail = (typeof customerMails)[number];

/**
 * Returns the clauses for deliveries in the statement that changes the statuses of locked requests.
 *
 * A change within the undo time supersedes the change before it: channels are notified of both as one change, or not
 * at all when the first status came back. A request that becomes SPAM has its pending deliveries cancelled, without
 * any notification. A request that leaves SPAM gets these deliveries back.
 * @param source a relation with the columns `request_id uuid, "from" text, "to" text`, which differ
 * @param customerMail `skip` leaves out the mail to the customer, and cancels one that the change supersedes
 */
export function statusDeliveries(source: string, customerMail: CustomerMail): string {
  return `
  superseded_deliveries as (
    update deliveries delivery
    set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'undone'
    from ${source} as change
    where delivery.request_id = change.request_id and delivery.type = 'request.status_changed' and delivery.attempt = 0
      and ((delivery.state = 'pending' and delivery.due_at > now()) or delivery.cancel_cause = 'spam')
    returning delivery.request_id, delivery.channel_id, delivery.created_at, delivery.facts ->> 'from' as "from"
  ), last_notified as (
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
      jsonb_build_object('from', coalesce(last_notified."from", change."from"), 'to', change."to"),
      case change."to" when 'SPAM' then 'cancelled' else 'pending' end,
      case change."to" when 'SPAM' then null else now() + ${undoTime} end,
      case change."to" when 'SPAM' then now() end,
      case change."to" when 'SPAM' then 'spam' end
    from delivery_channels channel cross join ${source} as change
      left join last_notified on last_notified.request_id = change.request_id and last_notified.channel_id = channel.id
    where ${takesDeliveries} and 'request.status_changed' = any(channel.types)
      and coalesce(last_notified."from", change."from") <> change."to"
      ${customerMail === 'skip' ? "and channel.settings ->> 'audience' is distinct from 'customers'" : ''}
  )`;
}

/** Marks a delivery that is being sent and whose text must not be kept after its attempt. */
export const discardBodyMarker = '';

/**
 * Returns the clauses for deliveries in the statement that deletes the requests of `source`. They cancel unfinished
 * deliveries, delete the contents of all deliveries and attempts, and notify the channels with the type `request.erased`
 * by the id alone. A digest names many requests, so the texts of all digests are deleted: a pending one is composed
 * again without the erased requests, and the text of one that is being sent is not kept.
 * Channels never heard of a request that the guard holds, so they do not hear of its erasure.
 * @param source a relation with the columns `id uuid, is_held boolean`
 */
export function erasedDeliveries(source: string): string {
  return `
  emptied_deliveries as (
    update deliveries delivery
    set body = null, facts = null, entry_id = null, mailbox = null, network = null, due_at = null, lease_until = null, finished_at = coalesce(finished_at, now()),
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
    where ${takesDeliveries} and 'request.erased' = any(channel.types) and not gone.is_held
  )`;
}
