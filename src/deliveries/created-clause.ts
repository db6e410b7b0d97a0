/** Of a channel: whether deliveries are made for it. */
export const takesDeliveries = "channel.state in ('enabled', 'held')";

/**
 * Makes a delivery for each channel that wants to know of new requests: a part of the statement that makes the requests of
 * `source` visible. Without channels it writes nothing. A channel with a daily digest is told by that.
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
