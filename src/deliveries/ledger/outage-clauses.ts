/** Returns the SQL of the facts of a notice about the outage `id`. */
export function outageFacts(change: 'broken' | 'recovered' | 'gone'): string {
  return `jsonb_build_object('about', 'outage', 'outageId', id, 'change', '${change}')`;
}

/**
 * Returns the condition that a notice about an outage has become pointless: the outage ended before owners heard of it, or
 * its channel is no longer used.
 * @param facts an SQL expression for the facts of the notice
 */
export function isPointlessNotice(facts: string): string {
  return `
  ${facts} ->> 'about' = 'outage' and not exists (
    select from channel_outages o join delivery_channels c on c.id = o.channel_id
    where o.id = (${facts} ->> 'outageId')::uuid and case ${facts} ->> 'change'
      when 'gone' then c.state <> 'removed'
      when 'recovered' then c.state in ('enabled', 'held')
      else c.state in ('enabled', 'held') and o.ended_at is null
    end
  )`;
}
