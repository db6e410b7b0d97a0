/** True for a failed try that concerns the channel. A lost process and a wrong address of a customer do not. */
const failed = "a.result not in ('delivered', 'lost') and a.blames_channel";

/**
 * Joins the health of `delivery_channels c`: `delivered.at` is the last success, `failing.since` the first failed try
 * after it, and `last.detail` and `last.cause` are of the last failed try. Each is null when there is no such try.
 */
export const channelHealth = `
  left join lateral (
    select max(a.ended_at) as at from delivery_attempts a where a.channel_id = c.id and a.result = 'delivered'
  ) delivered on true
  left join lateral (
    select min(a.ended_at) as since from delivery_attempts a
    where a.channel_id = c.id and a.result <> 'delivered' and ${failed}
      and a.ended_at > coalesce(delivered.at, '-infinity')
  ) failing on true
  left join lateral (
    select a.detail, a.cause from delivery_attempts a
    where a.channel_id = c.id and a.result <> 'delivered' and ${failed}
      and a.ended_at > coalesce(delivered.at, '-infinity')
    order by a.ended_at desc limit 1
  ) last on true`;
