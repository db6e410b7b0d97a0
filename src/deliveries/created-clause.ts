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
