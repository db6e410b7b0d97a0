import { requestStatuses } from '../../../src/inbox/statuses.ts';
import type { Api } from '../api/api.ts';
import type { InboxRequest, RequestStatus, StatusCounts } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { RequestsStore } from '../requests/requests-store.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createFollowUp } from '../stream/follow-up.ts';

export interface BoardColumn {
  /** Newest first. */
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

export type BoardColumns = Readonly<Record<RequestStatus, BoardColumn>>;

export type BoardState =
  | { readonly name: 'loading' }
  | { readonly name: 'ready' }
  | { readonly name: 'failed'; readonly error: unknown };

/** The requests of each status. A request moves when its status changes. */
export interface BoardModel {
  readonly state: Cell<BoardState>;
  readonly columns: Cell<BoardColumns>;
  /** Null until the counts are loaded. */
  readonly counts: Cell<StatusCounts | null>;
  /** Loads the first page of every column. */
  reload(): void;
  /** Loads the next page of a column. */
  more(status: RequestStatus): Promise<void>;
  close(): void;
}

export interface BoardModelParts {
  readonly api: Api;
  readonly requests: RequestsStore;
  readonly stream: EventStream;
}

const pageItems = 25;

export function createBoardModel({ api, requests, stream }: BoardModelParts): BoardModel {
  const state = createCell<BoardState>({ name: 'loading' });
  const columns = createCell(columnsOf([], new Map()));
  const counts = createCell<StatusCounts | null>(null);
  const leaving = new AbortController();
  const followed = new Map<string, () => void>();
  const cursors = new Map<RequestStatus, string | null>();

  function follow(id: string): void {
    if (followed.has(id)) return;
    followed.set(id, requests.cell(id).subscribe(arrange));
  }

  function arrange(): void {
    const known = [...followed.keys()].flatMap((id) => requests.cell(id).value ?? []);
    columns.set(columnsOf(known, cursors));
  }

  async function loadPage(status: RequestStatus, cursor: string | null): Promise<void> {
    const query = { filter: { status: [status] }, sort: 'newest', cursor, limit: pageItems } as const;
    const page = await api.list(query, leaving.signal);
    for (const item of page.items) {
      requests.put(item);
      follow(item.id);
    }
    cursors.set(status, page.next);
    counts.set(page.counts);
    arrange();
  }

  async function load(): Promise<void> {
    state.set({ name: 'loading' });
    try {
      await Promise.all(requestStatuses.map((status) => loadPage(status, null)));
      state.set({ name: 'ready' });
    } catch (error) {
      if (!leaving.signal.aborted) state.set({ name: 'failed', error });
    }
  }

  /** Loads a request that was created or changed in another window. */
  async function take(id: string): Promise<void> {
    const request = await requests.load(id, leaving.signal).catch(() => null);
    if (request === null) return;
    follow(id);
    arrange();
  }

  const counting = createFollowUp(async () => {
    const query = { filter: {}, sort: 'newest', cursor: null, limit: 1 } as const;
    const page = await api.list(query, leaving.signal).catch(() => null);
    if (page) counts.set(page.counts);
  });

  const end = stream.subscribe({
    onEvent({ requestId, kind }) {
      if (requestId === null || !['created', 'status', 'erasure'].includes(kind)) return;
      if (!followed.has(requestId)) void take(requestId);
      counting.soon();
    },
    onGap: () => void load(),
  });

  void stream.started.then(load);
  return {
    state,
    columns,
    counts,
    reload: () => void load(),
    async more(status) {
      const cursor = cursors.get(status);
      if (!cursor) return;
      // The button stays, so that the person can try again.
      await loadPage(status, cursor).catch(() => {});
    },
    close() {
      leaving.abort();
      counting.stop();
      end();
      for (const unfollow of followed.values()) unfollow();
    },
  };
}

function columnsOf(
  requests: readonly InboxRequest[],
  cursors: ReadonlyMap<RequestStatus, string | null>,
): BoardColumns {
  // A UUIDv7 begins with its creation time.
  const newest = [...requests].sort((one, other) => (one.id < other.id ? 1 : -1));
  const entries = requestStatuses.map((status) => {
    const ids = newest.filter((request) => request.status === status).map(({ id }) => id);
    return [status, { ids, hasMore: Boolean(cursors.get(status)) }];
  });
  return Object.fromEntries(entries) as BoardColumns;
}
