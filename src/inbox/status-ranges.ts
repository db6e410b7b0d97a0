import { type Conditions, filterConditions, parameter } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';

/**
 * A relation in which an index has the requests of each status in the order of their identifiers, so that a page or a
 * count reads little more than it shows.
 */
export interface StatusRanges extends Conditions {
  readonly from: string;
  /** The columns of the status and the identifier. */
  readonly status: string;
  readonly id: string;
}

const requests = 'submitted_commission_requests r';

/** Returns the ranges of a filter without a search and without identifiers. The statuses of the filter are ignored. */
export function statusRangesOf({ status: _, ...filter }: RequestFilter): StatusRanges {
  const [label, ...others] = filter.label ?? [];
  if (label === undefined) return { ...filterConditions(filter), from: requests, status: 'r.status', id: 'r.id' };
  const { values, sql } = filterConditions({ ...filter, label: others });
  // Only a complete request can have a label, so the view is not needed to leave out incomplete requests.
  const from = sql.length === 0 ? 'request_labels l' : `request_labels l join ${requests} on r.id = l.request_id`;
  const isLabelled = `l.label = ${parameter({ values, sql }, label)}`;
  return { values, sql: [isLabelled, ...sql], from, status: 'l.status', id: 'l.request_id' };
}
