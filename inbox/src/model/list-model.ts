import type { Api } from '../api/api.ts';
import { ApiFailure } from '../api/api-failure.ts';
import type { InboxRequest, RequestList, StatusCounts } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';
import { type Count, countOf } from './counts.ts';
import { createLeavers } from './list-leavers.ts';
import { filterOf, type ListView, readView, searchOf, segmentsOf, statusesOf } from './list-view.ts';
import type { RequestsStore } from './requests-store.ts';

type ListState =
  | { readonly name: 'loading' }
  | { readonly name: 'ready' }
  /** The first page did not load. The shown requests, if any, belong to the previous view. */
  | { readonly name: 'failed'; readonly error: ApiFailure }
  /** The next page did not load. */
  | { readonly name: 'unfinished'; readonly error: ApiFailure };

/** The loaded list. New and changed requests do not move rows until the person reloads. */
export interface ListModel {
  readonly view: Cell<ListView>;
  readonly state: Cell<ListState>;
  /** The ids of the shown requests, in order. */
  readonly ids: Cell<readonly string[]>;
  readonly hasMore: Cell<boolean>;
  /** Counts by status under all other conditions, or null until they are loaded. */
  readonly counts: Cell<StatusCounts | null>;
  /** Number of unread requests, independent of the view. */
  readonly unread: Cell<Count | null>;
  /** Number of new requests that are not shown yet. */
  readonly arrived: Cell<number>;
  /** The request that keyboard shortcuts apply to. */
  readonly current: Cell<string | null>;
  /** Scroll position in pixels, restored when the list is mounted again. */
  scrollTop: number;
  /** Shows a view. Does nothing when the view is already shown. */
  show(view: ListView): void;
  /** Loads the first page of the view. */
  reload(): void;
  /** Loads the next page. */
  more(): Promise<void>;
  /** Hides a request that the person has decided, as soon as the view does not show its status. An undo shows it again. */
  leave(id: string): void;
  /** Updates the counts with a short delay. Needed because marking a request as read emits no event. */
  recount(): void;
  /** Resolves with the next or previous request, or null at the ends. Loads the next page when needed. */
  neighbour(id: string | null, step: 1 | -1): Promise<string | null>;
}

const pageItems = 50;

interface Segment {
  /** Cursor of the next page, or null before the first page. */
  readonly cursor: string | null;
  readonly isEnded: boolean;
  /** Loaded requests that stay hidden until the previous segment is complete. */
  readonly held: readonly InboxRequest[];
}

interface ListModelParts {
  readonly api: Api;
  readonly requests: RequestsStore;
  readonly stream: EventStream;
  /** Resolves when the person's role is loaded or has failed to load. */
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
  let loadedIds: readonly string[] = [];
  const leavers = createLeavers(requests, ({ status }) => statusesOf(view.value).includes(status), showStaying);
  let segments: readonly Segment[] = [];
  let queries = segmentsOf(view.value, Date.now());
  let abortController = new AbortController();
  let loadingMore: Promise<void> | null = null;
  let created = new Set<string>();

  function append(items: readonly InboxRequest[]): void {
    for (const item of items) requests.put(item);
    // A request that is marked as read meanwhile is in both segments.
    loadedIds = [...new Set([...loadedIds, ...items.map(({ id }) => id)])];
    showStaying();
  }

  function showStaying(): void {
    ids.set(leavers.stayingOf(loadedIds));
  }

  /** Shows the held requests of all segments up to the first incomplete one. */
  function showHeld(): void {
    const incomplete = segments.findIndex(({ isEnded }) => !isEnded);
    const last = incomplete === -1 ? segments.length - 1 : incomplete;
    append(segments.slice(0, last + 1).flatMap(({ held }) => held));
    segments = segments.map((segment, index) => (index <= last ? { ...segment, held: [] } : segment));
    hasMore.set(incomplete !== -1);
  }

  async function load(): Promise<void> {
    abortController.abort();
    abortController = new AbortController();
    const { signal } = abortController;
    queries = segmentsOf(view.value, Date.now());
    loadingMore = null;
    state.set({ name: 'loading' });
    hasMore.set(false);
    try {
      const pages = await Promise.all(
        queries.map((query) => api.list({ ...query, cursor: null, limit: pageItems }, signal)),
      );
      signal.throwIfAborted();
      segments = pages.map(({ items, next }) => ({ cursor: next, isEnded: next === null, held: items }));
      loadedIds = [];
      showHeld();
      counts.set(addCounts(pages));
      created = new Set();
      arrived.set(0);
      state.set({ name: 'ready' });
      countRefresh.run();
    } catch (error) {
      if (!signal.aborted) state.set({ name: 'failed', error: asFailure(error) });
    }
  }

  async function loadNextPage(): Promise<void> {
    const { signal } = abortController;
    const index = segments.findIndex(({ isEnded }) => !isEnded);
    const [segment, query] = [segments[index], queries[index]];
    if (!segment || !query) return;
    try {
      const { items, next } = await api.list({ ...query, cursor: segment.cursor, limit: pageItems }, signal);
      signal.throwIfAborted();
      const loadedSegment = { cursor: next, isEnded: next === null, held: items };
      segments = segments.map((other) => (other === segment ? loadedSegment : other));
      showHeld();
      state.set({ name: 'ready' });
    } catch (error) {
      if (!signal.aborted) state.set({ name: 'unfinished', error: asFailure(error) });
    }
  }

  /** Updates the counts and the number of new requests. Does not change the shown requests. */
  async function refreshCounts(): Promise<void> {
    const { signal } = abortController;
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
      const known = new Set(loadedIds);
      arrived.set(page.items.filter(({ id }) => created.has(id) && !known.has(id)).length);
    } catch {
      // The counts stay unchanged. The stream reports a gap when the service is available again.
    }
  }

  const countRefresh = createThrottledTask(refreshCounts);
  stream.subscribe({
    onEvent({ requestId, kind }) {
      if (kind === 'created' && requestId !== null) created.add(requestId);
      countRefresh.schedule();
    },
    onGap: countRefresh.schedule,
  });

  void Promise.all([stream.started, loaded]).then(load);

  function more(): Promise<void> {
    loadingMore ??= loadNextPage().finally(() => {
      loadingMore = null;
    });
    return loadingMore;
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
      // Search text that is too short leaves the queries unchanged.
      if (JSON.stringify(segmentsOf(next, Date.now())) === JSON.stringify(queries)) return;
      this.scrollTop = 0;
      void load();
    },
    reload() {
      this.scrollTop = 0;
      void load();
    },
    more,
    leave: leavers.add,
    recount: countRefresh.schedule,
    async neighbour(id, step) {
      // A request that has left has neighbours too.
      const at = id === null ? -1 : loadedIds.indexOf(id);
      if (id === null || at === -1) return ids.value[0] ?? null;
      if (step === -1) return leavers.stayingOf(loadedIds.slice(0, at)).at(-1) ?? null;
      const next = () => leavers.stayingOf(loadedIds.slice(at + 1))[0];
      if (next() === undefined && hasMore.value) await more();
      return next() ?? null;
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
