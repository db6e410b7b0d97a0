/**
 * Returns the `from` clause of a digest, with its events `e` and its requests `r` that are neither SPAM nor gone.
 * @param facts an SQL expression for the digest's facts: two positions in the feed of events, the first exclusive
 */
export function digestedRequests(facts: string): string {
  return `
  from request_events e join submitted_commission_requests r on r.id = e.request_id
  where (e.epoch, e.tx, e.seq) > (${positionIn(`${facts} -> 'after'`)})
    and (e.epoch, e.tx, e.seq) <= (${positionIn(`${facts} -> 'upTo'`)})
    and e.kind = 'created' and r.status <> 'SPAM'`;
}

function positionIn(json: string): string {
  return `(${json} ->> 'epoch')::int, (${json} ->> 'tx')::xid8, (${json} ->> 'seq')::bigint`;
}

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

/**
 * Returns the clause that records new states of channels in the owners' history, as changes by the service itself.
 * @param source a relation with the columns id, kind, name, types, state and state_before of the channels
 */
export function recordStates(source: string): string {
  const facts = (state: string) =>
    `jsonb_build_object('id', id, 'kind', kind, 'name', name, 'state', ${state}, 'types', types)`;
  return `
    insert into request_events (actor_kind, kind, "from", "to")
    select 'system', 'channel', ${facts('state_before')}, ${facts('state')} || '{"changed": ["state"]}' from ${source}`;
}
