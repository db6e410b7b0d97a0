/** SQL condition: the retention period of request `r` is over by a row of `rule (status, days)`. */
export const retentionExpiredClause = `
  rule.status = r.status and coalesce(r.changed_at, r.created_at) < now() - rule.days * interval '1 day'`;
