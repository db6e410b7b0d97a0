import { answerGram } from './exact-grams.ts';
import { labelForm } from './label-text.ts';
import type { RequestFilter } from './request-filter-shape.ts';

/** The condition of the index by type. PostgreSQL uses that index only for a query that has the condition too. */
export const indexedTypes = 'octet_length(r.type_id) <= 1000';

export function isIndexedType(type: string): boolean {
  return Buffer.byteLength(type) <= 1000;
}

/** SQL conditions on `submitted_commission_requests r`. Every value is a parameter. */
export interface Conditions {
  readonly sql: readonly string[];
  /** The values of `$1`, `$2`, …. Callers append values. */
  readonly values: unknown[];
}

/** The conditions of a filter, and the view that it chooses from, as `r`. */
export interface FilterConditions extends Conditions {
  readonly from: string;
}

/** Returns the conditions of a filter without its search, which becomes a set of identifiers or a pattern. */
export function filterConditions(filter: RequestFilter): FilterConditions {
  const values: unknown[] = [];
  const sql: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    sql.push(condition(`$${values.length}`));
  };
  // An index scan for one value returns rows in the order of the index. A scan for several values has no order.
  const addAny = (column: string, wanted: readonly string[] | undefined) =>
    wanted?.length === 1 ? add(wanted[0], (at) => `${column} = ${at}`) : add(wanted, (at) => `${column} = any(${at})`);
  add(filter.id, (at) => `r.id = any(${at}::uuid[])`);
  addAny('r.status', filter.status);
  addAny('r.type_id', filter.type);
  if (filter.type?.every(isIndexedType)) sql.push(indexedTypes);
  for (const label of filter.label ?? []) {
    sql.push(`r.id in (select l.request_id from request_labels l where ${isLabel({ values, sql }, label)})`);
  }
  for (const [id, answers] of Object.entries(filter.answer ?? {})) addAnswer({ sql, values }, id, answers);
  // The first 48 bits of a UUIDv7 are its time in milliseconds (RFC 9562 section 5.7).
  add(filter.from && firstIdOf(filter.from), (at) => `r.id >= ${at}::uuid`);
  add(filter.to && firstIdOf(filter.to), (at) => `r.id < ${at}::uuid`);
  addAny('r.arrival', filter.arrival);
  add(filter.dueBefore, (at) => `r.due_on is not null and r.due_on < ${at}::date`);
  if (filter.unread !== undefined) sql.push(filter.unread ? 'r.unread' : 'not r.unread');
  if (filter.hasFiles !== undefined) sql.push(filter.hasFiles ? 'r.has_files' : 'not r.has_files');
  if (filter.held === true) sql.push("r.hold = 'held'");
  return { from: filter.held === true ? 'submitted_commission_requests r' : 'listed_requests r', sql, values };
}

/** The grams find the rows by their index. Few others have the same, which the comparison leaves out. */
function addAnswer(
  { sql, values }: { readonly sql: string[]; readonly values: unknown[] },
  id: string,
  answers: readonly string[],
) {
  const grams = parameter(
    { sql, values },
    answers.map((answer) => answerGram(id, answer)),
  );
  const question = parameter({ sql, values }, id);
  const wanted = answers.flatMap((answer) => [JSON.stringify(answer), ...(isTruth(answer) ? [answer] : [])]);
  const any = parameter({ sql, values }, wanted);
  sql.push(
    `r.id in (select s.request_id from request_search s where s.grams && ${grams}::int[])`,
    `r.commission_form->'answers'->${question}::text @> any(${any}::text[]::jsonb[])`,
  );
}

function isTruth(answer: string): boolean {
  return answer === 'true' || answer === 'false';
}

/** Appends a value and returns its placeholder, such as `$3`. */
export function parameter(conditions: Conditions, value: unknown): string {
  conditions.values.push(value);
  return `$${conditions.values.length}`;
}

export function whereOf({ sql }: Conditions): string {
  return sql.length === 0 ? '' : `where ${sql.join(' and ')}`;
}

/**
 * A relation in which an index has the requests of each status in the order of their identifiers, so that a page or a
 * count reads little more than it shows.
 */
export interface StatusRanges extends FilterConditions {
  /** The columns of the status and the identifier. */
  readonly status: string;
  readonly id: string;
}

/** Returns the ranges of a filter without a search and without identifiers. The statuses of the filter are ignored. */
export function statusRangesOf({ status: _, ...filter }: RequestFilter): StatusRanges {
  const [label, ...others] = filter.label ?? [];
  if (label === undefined) return { ...filterConditions(filter), status: 'r.status', id: 'r.id' };
  const { values, sql, from: requests } = filterConditions({ ...filter, label: others });
  // Only a request that is complete and not held can have a label, so no view is needed to leave out others.
  const from = sql.length === 0 ? 'request_labels l' : `request_labels l join ${requests} on r.id = l.request_id`;
  const isLabelled = isLabel({ values, sql }, label);
  return { values, sql: [isLabelled, ...sql], from, status: 'l.status', id: 'l.request_id' };
}

/** Labels are stored in their form. */
function isLabel(conditions: Conditions, label: string): string {
  return `l.label = ${parameter(conditions, labelForm(label))}`;
}

/** Returns the least possible identifier of this millisecond. */
function firstIdOf(time: Date): string {
  const hex = Math.max(0, Math.min(time.getTime(), 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
