import { requestStatuses } from '../../../src/events/statuses.ts';
import type { Api } from '../api/api.ts';
import type { InboxRequest, PriceSums, RequestStatus, StatusCounts } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';
import { arranged, boardOrder } from './board-choices.ts';
import { type BoardOrder, comparisonOf } from './card-comparison.ts';
import type { RequestsStore } from './requests-store.ts';

export interface BoardColumn {
  /** In the order of the board. */
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

type BoardColumns = Readonly<Record<RequestStatus, BoardColumn>>;

type BoardState =
  | { readonly name: 'loading' }
  | { readonly name: 'ready' }
  | { readonly name: 'failed'; readonly error: unknown };

/** The requests of each status. A request moves when its status changes. */
export interface BoardModel {
  readonly state: Cell<BoardState>;
  readonly columns: Cell<BoardColumns>;
  /** Null until the counts are loaded. */
  readonly counts: Cell<StatusCounts | null>;
  /** The sums of prices. Empty until they are loaded. */
  readonly sums: Cell<PriceSums['items']>;
  /** Loads the first page of every column. */
  reload(): void;
  /** Loads the next page of a column. */
  more(status: RequestStatus): Promise<void>;
  close(): void;
}

interface BoardModelParts {
  readonly api: Api;
  readonly requests: RequestsStore;
  readonly stream: EventStream;
}

const pageItems = 25;

export function createBoardModel({ api, requests, stream }: BoardModelParts): BoardModel {
  const state = createCell<BoardState>({ name: 'loading' });
  const columns = createCell(columnsOf([], new Map()));
  let loadedOrder: BoardOrder | null = null;
  const counts = createCell<StatusCounts | null>(null);
  const sums = createCell<PriceSums['items']>([]);
  const abortController = new AbortController();
  const subscriptions = new Map<string, () => void>();
  const cursors = new Map<RequestStatus, string | null>();

  function subscribeTo(id: string): void {
    if (subscriptions.has(id)) return;
    subscriptions.set(id, requests.cell(id).subscribe(updateColumns));
  }

  function updateColumns(): void {
    const known = [...subscriptions.keys()].flatMap((id) => requests.cell(id).value ?? []);
    const sorted = known.sort(comparisonOf(boardOrder.value, arranged.value));
    columns.set(columnsOf(sorted, cursors));
  }

  async function loadPage(status: RequestStatus, cursor: string | null): Promise<void> {
    const order = loadedOrder;
    const sort = order === 'due' ? 'due' : 'newest';
    const query = { filter: { status: [status] }, sort, cursor, limit: pageItems } as const;
    const page = await api.list(query, abortController.signal);
    // A cursor leads on in its own order only.
    if (order !== loadedOrder) return;
    for (const item of page.items) {
      requests.put(item);
      subscribeTo(item.id);
    }
    cursors.set(status, page.next);
    counts.set(page.counts);
    updateColumns();
  }

  /** After a failure the last sums stay. */
  async function loadSums(): Promise<void> {
    const loaded = await api.sums(abortController.signal).catch(() => null);
    if (loaded) sums.set(loaded.items);
  }

  async function load(): Promise<void> {
    void loadSums();
    state.set({ name: 'loading' });
    loadedOrder = boardOrder.value;
    try {
      await Promise.all(requestStatuses.map((status) => loadPage(status, null)));
      state.set({ name: 'ready' });
    } catch (error) {
      if (!abortController.signal.aborted) state.set({ name: 'failed', error });
    }
  }

  /** Loads a request that was created or changed in another window. */
  async function loadChanged(id: string): Promise<void> {
    const request = await requests.load(id, abortController.signal).catch(() => null);
    if (request === null) return;
    subscribeTo(id);
    updateColumns();
  }

  const countRefresh = createThrottledTask(async () => {
    void loadSums();
    const query = { filter: {}, sort: 'newest', cursor: null, limit: 1 } as const;
    const page = await api.list(query, abortController.signal).catch(() => null);
    if (page) counts.set(page.counts);
  });

  const unsubscribe = stream.subscribe({
    onEvent({ requestId, kind }) {
      if (requestId === null || !['created', 'status', 'price', 'erasure'].includes(kind)) return;
      if (!subscriptions.has(requestId)) void loadChanged(requestId);
      countRefresh.schedule();
    },
    onGap: () => void load(),
  });

  const unsubscribeOrders = [
    arranged.subscribe(updateColumns),
    // Each order has pages of its own.
    boardOrder.subscribe(() => {
      updateColumns();
      void load();
    }),
  ];

  void stream.started.then(load);
  return {
    state,
    columns,
    counts,
    sums,
    reload: () => void load(),
    async more(status) {
      const cursor = cursors.get(status);
      if (!cursor) return;
      // The button stays, so that the person can try again.
      await loadPage(status, cursor).catch(() => {});
    },
    close() {
      abortController.abort();
      countRefresh.cancel();
      unsubscribe();
      for (const end of [...unsubscribeOrders, ...subscriptions.values()]) end();
    },
  };
}

function columnsOf(
  requests: readonly InboxRequest[],
  cursors: ReadonlyMap<RequestStatus, string | null>,
): BoardColumns {
  const entries = requestStatuses.map((status) => {
    const ids = requests.filter((request) => request.status === status).map(({ id }) => id);
    return [status, { ids, hasMore: Boolean(cursors.get(status)) }];
  });
  return Object.fromEntries(entries) as BoardColumns;
}
