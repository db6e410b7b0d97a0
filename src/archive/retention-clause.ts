/** Whether the time of a request `r` is over by a rule of `rule (status, days)`. */
export const isOver = `
  rule.status = r.status and coalesce(r.changed_at, r.created_at) < now() - rule.days * interval '1 day'`;
