import { type Conditions, filterConditions, parameter } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';

/**
 * Where an index has the requests of each status in the order of their identifiers, so that a page and a count read little
 * more than they show.
 */
export interface StatusRanges extends Conditions {
  readonly from: string;
  /** Columns. */
  readonly status: string;
  readonly id: string;
}

const requests = 'submitted_commission_requests r';

/** Of a filter without a search and without identifiers, whatever its own statuses are. */
export function statusRangesOf({ status: _, ...filter }: RequestFilter): StatusRanges {
  const [label, ...others] = filter.label ?? [];
  if (label === undefined) return { ...filterConditions(filter), from: requests, status: 'r.status', id: 'r.id' };
  const { values, sql } = filterConditions({ ...filter, label: others });
  // A request with a label has arrived whole.
  const from = sql.length === 0 ? 'request_labels l' : `request_labels l join ${requests} on r.id = l.request_id`;
  const isLabelled = `l.label = ${parameter({ values, sql }, label)}`;
  return { values, sql: [isLabelled, ...sql], from, status: 'l.status', id: 'l.request_id' };
}
