import type { Api } from '../api/api.ts';
import { ApiFailure } from '../api/api-failure.ts';
import type { InboxRequest, RequestList, StatusCounts } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { RequestsStore } from '../requests/requests-store.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createFollowUp } from '../stream/follow-up.ts';
import { type Count, countOf } from './counts.ts';
import { filterOf, type ListView, readView, searchOf, segmentsOf } from './list-view.ts';

export type ListState =
  | { readonly name: 'loading' }
  | { readonly name: 'ready' }
  /** With what there was before, if anything, which belongs to another view. */
  | { readonly name: 'failed'; readonly error: ApiFailure }
  /** The next page did not come. */
  | { readonly name: 'unfinished'; readonly error: ApiFailure };

/** The list as a person has loaded it. What comes or changes moves nothing until the person asks. */
export interface ListModel {
  readonly view: Cell<ListView>;
  readonly state: Cell<ListState>;
  /** In their order. */
  readonly ids: Cell<readonly string[]>;
  readonly hasMore: Cell<boolean>;
  /** By status, under all the other conditions; null until they are known. */
  readonly counts: Cell<StatusCounts | null>;
  /** Requests of all views that nobody has read. */
  readonly unread: Cell<Count | null>;
  /** How many have come since that are not shown. */
  readonly arrived: Cell<number>;
  /** The request that keys are about. */
  readonly current: Cell<string | null>;
  /** How far the person has scrolled, in pixels: a list that is drawn anew begins there. */
  scrollTop: number;
  /** Shows another view; the same one stays as it is. */
  show(view: ListView): void;
  /** Loads the view from its beginning. */
  reload(): void;
  /** Loads the next page. */
  more(): Promise<void>;
  /** Counts again, soon: that a request has been read is no event. */
  recount(): void;
  /** The one after or before it; null at the ends. Loads more where that is needed. */
  neighbour(id: string | null, step: 1 | -1): Promise<string | null>;
}

const pageItems = 50;

interface Segment {
  /** Null before its first page. */
  readonly cursor: string | null;
  readonly isEnded: boolean;
  /** Loaded, and not shown while the segment before has more. */
  readonly held: readonly InboxRequest[];
}

export interface ListModelParts {
  readonly api: Api;
  readonly requests: RequestsStore;
  readonly stream: EventStream;
  /** Resolves when it is known what the person may do with the list. */
  readonly loaded: Promise<void>;
}

export function createListModel({ api, requests, stream, loaded }: ListModelParts): ListModel {
  const view = createCell(readView(location.search));
  const state = createCell<ListState>({ name: 'loading' });
  const ids = createCell<readonly string[]>([]);
  const hasMore = createCell(false);
  const counts = createCell<StatusCounts | null>(null);
  const unread = createCell<Count | null>(null);
  const arrived = createCell(0);
  const current = createCell<string | null>(null);
  let segments: readonly Segment[] = [];
  let queries = segmentsOf(view.value, Date.now());
  let leaving = new AbortController();
  let growing: Promise<void> | null = null;
  let created = new Set<string>();

  function append(items: readonly InboxRequest[]): void {
    const known = new Set(ids.value);
    for (const item of items) requests.put(item);
    ids.set([...ids.value, ...items.map(({ id }) => id).filter((id) => !known.has(id))]);
  }

  /** Shows what is held of the segments whose turn it is. */
  function release(): void {
    const turn = segments.findIndex(({ isEnded }) => !isEnded);
    const last = turn === -1 ? segments.length - 1 : turn;
    append(segments.slice(0, last + 1).flatMap(({ held }) => held));
    segments = segments.map((segment, index) => (index <= last ? { ...segment, held: [] } : segment));
    hasMore.set(turn !== -1);
  }

  async function load(): Promise<void> {
    leaving.abort();
    leaving = new AbortController();
    const { signal } = leaving;
    queries = segmentsOf(view.value, Date.now());
    growing = null;
    state.set({ name: 'loading' });
    hasMore.set(false);
    try {
      const pages = await Promise.all(
        queries.map((query) => api.list({ ...query, cursor: null, limit: pageItems }, signal)),
      );
      signal.throwIfAborted();
      segments = pages.map(({ items, next }) => ({ cursor: next, isEnded: next === null, held: items }));
      ids.set([]);
      release();
      counts.set(addCounts(pages));
      created = new Set();
      arrived.set(0);
      state.set({ name: 'ready' });
      lookingAround.now();
    } catch (error) {
      if (!signal.aborted) state.set({ name: 'failed', error: asFailure(error) });
    }
  }

  async function grow(): Promise<void> {
    const { signal } = leaving;
    const index = segments.findIndex(({ isEnded }) => !isEnded);
    const [segment, query] = [segments[index], queries[index]];
    if (!segment || !query) return;
    try {
      const { items, next } = await api.list({ ...query, cursor: segment.cursor, limit: pageItems }, signal);
      signal.throwIfAborted();
      const grown = { cursor: next, isEnded: next === null, held: items };
      segments = segments.map((other) => (other === segment ? grown : other));
      release();
      state.set({ name: 'ready' });
    } catch (error) {
      if (!signal.aborted) state.set({ name: 'unfinished', error: asFailure(error) });
    }
  }

  /** Counts, and whether there is something new. Nothing that is shown moves. */
  async function lookAround(): Promise<void> {
    const { signal } = leaving;
    const newest = {
      filter: filterOf(view.value, Date.now()),
      sort: 'newest',
      cursor: null,
      limit: pageItems,
    } as const;
    const unreadOnly = { filter: { unread: true }, sort: 'newest', cursor: null, limit: 1 } as const;
    try {
      const [page, ofUnread] = await Promise.all([api.list(newest, signal), api.list(unreadOnly, signal)]);
      signal.throwIfAborted();
      counts.set(page.counts);
      unread.set(countOf(ofUnread.counts));
      const known = new Set(ids.value);
      arrived.set(page.items.filter(({ id }) => created.has(id) && !known.has(id)).length);
    } catch {
      // The counts stay as they were: the stream tells when the service is back.
    }
  }

  const lookingAround = createFollowUp(lookAround);
  stream.subscribe({
    onEvent({ requestId, kind }) {
      if (kind === 'created' && requestId !== null) created.add(requestId);
      lookingAround.soon();
    },
    onGap: lookingAround.soon,
  });

  void Promise.all([stream.started, loaded]).then(load);

  function more(): Promise<void> {
    growing ??= grow().finally(() => {
      growing = null;
    });
    return growing;
  }

  return {
    view,
    state,
    ids,
    hasMore,
    counts,
    unread,
    arrived,
    current,
    scrollTop: 0,
    show(next) {
      if (searchOf(next) === searchOf(view.value)) return;
      view.set(next);
      // What is too short to be searched for changes nothing.
      if (JSON.stringify(segmentsOf(next, Date.now())) === JSON.stringify(queries)) return;
      this.scrollTop = 0;
      void load();
    },
    reload() {
      this.scrollTop = 0;
      void load();
    },
    more,
    recount: lookingAround.soon,
    async neighbour(id, step) {
      const at = id === null ? -1 : ids.value.indexOf(id);
      if (id === null || at === -1) return ids.value[0] ?? null;
      if (at + step >= ids.value.length && hasMore.value) await more();
      return ids.value[at + step] ?? null;
    },
  };
}

function addCounts(pages: readonly RequestList[]): StatusCounts | null {
  const [first, ...others] = pages.map(({ counts }) => counts);
  if (!first) return null;
  const added = Object.entries(first).map(([status, count]) => {
    const all = [count, ...others.map((other) => other[status as keyof StatusCounts])];
    const least = all.reduce<number>((sum, one) => sum + Number.parseInt(String(one), 10), 0);
    return [status, all.some((one) => typeof one === 'string') ? `${least}+` : least];
  });
  return Object.fromEntries(added) as StatusCounts;
}

function asFailure(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure('failed');
}
