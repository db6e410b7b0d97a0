/**
 * The requests that a digest tells of, without those that are SPAM or gone: a `from` clause of the events `e` and the requests `r`.
 * @param facts an expression for the digest's facts: two positions in the feed of events, of which the first is left out
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
