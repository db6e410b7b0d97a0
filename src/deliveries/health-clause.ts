/** A process that was lost says nothing of the channel, nor does a recipient that a customer has typed. */
const failed = "a.result not in ('delivered', 'lost') and a.blames_channel";

/**
 * What the tries of `delivery_channels c` say: joins with the columns `delivered.at`, `failing.since` (the first try that failed
 * since then) and `last.detail` and `last.cause` (of the last one), each null where there is none.
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
