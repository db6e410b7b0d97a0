/**
 * Whether the time of a request is over by a rule of `rule (status, days)`.
 * @param request the name of a row of `commission_requests`
 */
export function isOver(request: string): string {
  return `rule.status = ${request}.status
    and coalesce(${request}.changed_at, ${request}.created_at) < now() - rule.days * interval '1 day'`;
}
