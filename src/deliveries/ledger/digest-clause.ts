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
