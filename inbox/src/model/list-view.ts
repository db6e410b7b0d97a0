import { openStatuses, requestStatuses } from '../../../src/events/statuses.ts';
import { arrivals, type Lateness } from '../../../src/requests/facets/arrivals.ts';
import { searchTerm } from '../../../src/requests/inbox/search-text.ts';
import type { RequestFilter, RequestSort, RequestStatus } from '../api/shapes.ts';
import { dayOf, daysAfter } from '../language/formats.ts';

/**
 * Orders of the list. `unread` shows unread requests first, each group newest first. The others are orders of the API.
 */
export const listSorts = ['unread', 'newest', 'oldest', 'due', 'price', 'changed', 'rank'] as const;
export type ListSort = (typeof listSorts)[number];

export const dueFilters = ['overdue', 'week'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** The filters and the order of the list. The address contains them, so that a view can be bookmarked and shared. */
export interface ListView {
  readonly statuses: 'open' | 'all' | readonly RequestStatus[];
  readonly types: readonly string[];
  readonly labels: readonly string[];
  readonly q: string;
  readonly isUnread: boolean;
  readonly hasFiles: boolean;
  readonly due: DueFilter | null;
  /** The first day of arrival, `YYYY-MM-DD`. */
  readonly from: string | null;
  /** The last day of arrival, `YYYY-MM-DD`. */
  readonly to: string | null;
  readonly arrivals: readonly Lateness[];
  readonly answers: ChosenAnswers;
  readonly sort: ListSort;
}

/** Ids of options, or `true` and `false`, by the id of their question. */
export type ChosenAnswers = Readonly<Record<string, readonly string[]>>;

export const defaultView: ListView = {
  statuses: 'open',
  types: [],
  labels: [],
  q: '',
  isUnread: false,
  hasFiles: false,
  due: null,
  from: null,
  to: null,
  arrivals: [],
  answers: {},
  sort: 'unread',
};

/** Parses the query of an address. Ignores invalid values. */
export function readView(search: string): ListView {
  const query = new URLSearchParams(search);
  const all = query.getAll('status');
  const statuses = requestStatuses.filter((status) => all.includes(status));
  return {
    statuses: all.includes('all') ? 'all' : statuses.length > 0 ? statuses : 'open',
    types: query.getAll('type').filter(Boolean),
    labels: query.getAll('label').filter(Boolean),
    q: query.get('q') ?? '',
    isUnread: query.get('unread') === 'true',
    hasFiles: query.get('hasFiles') === 'true',
    due: dueFilters.find((due) => due === query.get('due')) ?? null,
    from: dayOrNull(query.get('from')),
    to: dayOrNull(query.get('to')),
    arrivals: arrivals.filter((arrival) => query.getAll('arrival').includes(arrival)),
    answers: answersIn(query),
    sort: listSorts.find((sort) => sort === query.get('sort')) ?? 'unread',
  };
}

/** Returns the query of the view's address with its question mark, or an empty string for the default view. */
export function searchOf(view: ListView): string {
  const query = new URLSearchParams();
  if (view.statuses === 'all') query.append('status', 'all');
  else if (view.statuses !== 'open') for (const status of view.statuses) query.append('status', status);
  for (const type of view.types) query.append('type', type);
  for (const label of view.labels) query.append('label', label);
  if (view.q !== '') query.set('q', view.q);
  if (view.isUnread) query.set('unread', 'true');
  if (view.hasFiles) query.set('hasFiles', 'true');
  if (view.due !== null) query.set('due', view.due);
  if (view.from !== null) query.set('from', view.from);
  if (view.to !== null) query.set('to', view.to);
  for (const arrival of view.arrivals) query.append('arrival', arrival);
  for (const [id, answers] of Object.entries(view.answers)) {
    for (const answer of answers) query.append(answerPrefix + id, answer);
  }
  if (view.sort !== 'unread') query.set('sort', view.sort);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const answerPrefix = 'answer.';

function answersIn(query: URLSearchParams): ChosenAnswers {
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(answerPrefix));
  const answers = names.map((name) => [name.slice(answerPrefix.length), query.getAll(name).filter(Boolean)] as const);
  return Object.fromEntries(answers.filter(([id, { length }]) => id !== '' && length > 0));
}

/** Whether the view filters by details. */
export function filtersByDetails({ arrivals, answers }: ListView): boolean {
  return arrivals.length > 0 || Object.keys(answers).length > 0;
}

function dayOrNull(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Returns the instant at which a later day begins in the browser's time zone. */
function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Maximum UTF-16 code units of a search text. */
export const maxSearchCharacters = 200;

/** True when the search text is too short. Such a text does not filter the list. */
export const isTooShort = (q: string): boolean => q.trim() !== '' && searchTerm(q) === null;

/** Returns the statuses that the view shows. */
export function statusesOf({ statuses }: ListView): readonly RequestStatus[] {
  if (statuses === 'all') return requestStatuses;
  return statuses === 'open' ? openStatuses : statuses;
}

const weekDays = 8;

/** Converts the view to a filter of the API. */
export function filterOf(view: ListView, now: number): RequestFilter {
  const { types, labels, due, from, to } = view;
  const q = view.q.trim();
  return {
    ...(view.statuses !== 'all' && { status: statusesOf(view) }),
    ...(types.length > 0 && { type: types }),
    ...(labels.length > 0 && { label: labels }),
    ...(q !== '' && !isTooShort(q) && { q }),
    ...(view.isUnread && { unread: true }),
    ...(view.hasFiles && { hasFiles: true }),
    ...(due === 'overdue' && { dueBefore: dayOf(now) }),
    ...(due === 'week' && { dueBefore: dayOf(daysAfter(now, weekDays)) }),
    ...(from !== null && { from: startOf(from, 0) }),
    ...(to !== null && { to: startOf(to, 1) }),
    ...(view.arrivals.length > 0 && { arrival: view.arrivals }),
    ...(Object.keys(view.answers).length > 0 && { answer: view.answers }),
  };
}

/** Returns the API queries whose results, one after the other, are the view's list. */
export function segmentsOf(view: ListView, now: number): readonly { filter: RequestFilter; sort: RequestSort }[] {
  const filter = filterOf(view, now);
  if (view.sort !== 'unread') return [{ filter, sort: view.sort }];
  if (view.isUnread) return [{ filter, sort: 'newest' }];
  return [
    { filter: { ...filter, unread: true }, sort: 'newest' },
    { filter: { ...filter, unread: false }, sort: 'newest' },
  ];
}
