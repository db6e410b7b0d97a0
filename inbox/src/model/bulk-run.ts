import type { InboxRequest, RequestChange } from '../api/shapes.ts';

/** The fields of a request when it was loaded. */
export type BulkRequest = Pick<
  InboxRequest,
  'id' | 'number' | 'customerName' | 'version' | 'status' | 'labels' | 'dueOn'
>;

/** Why a request was skipped. `full` means that it has the maximum number of labels. */
type SkipReason = 'changed' | 'erased' | 'failed' | 'full';

/** Returns the change for a request. `same` means that the request already has the wanted value. */
export type ChangeOf = (request: BulkRequest) => RequestChange | 'same' | 'full';

export interface Skipped {
  readonly request: BulkRequest;
  readonly reason: SkipReason;
  /** The current request, or null when it is erased or unknown. */
  readonly current: InboxRequest | null;
}

export interface BulkProgress {
  readonly total: number;
  /** Requests whose outcome is known. */
  readonly done: number;
  readonly changed: readonly BulkRequest[];
  /** Number of requests that already had the wanted value. */
  readonly same: number;
  readonly skipped: readonly Skipped[];
  /** True while the service does not respond. The run retries by itself. */
  readonly isWaiting: boolean;
}

export interface BulkCalls {
  /** Applies one change to the requests. Rejects without a response. */
  change(requests: readonly BulkRequest[], change: RequestChange, signal: AbortSignal): Promise<BulkCounts>;
  /** Resolves with the requests that still exist. */
  find(ids: readonly string[], signal: AbortSignal): Promise<readonly InboxRequest[]>;
  /** Resolves when the next attempt may start. */
  pause(attempt: number, signal: AbortSignal): Promise<void>;
  /** Returns true when the same call may succeed later. */
  isTransient(error: unknown): boolean;
}

interface BulkCounts {
  readonly changed: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Requests of one batch. Small enough to show progress, and to load all of them in one list. */
export const chunkSize = 100;

/** Returns the progress before the first chunk. */
export function noProgress(total: number): BulkProgress {
  return { total, done: 0, changed: [], same: 0, skipped: [], isWaiting: false };
}

/**
 * Changes requests chunk by chunk. A chunk whose response was lost is sent again unchanged. The service then skips the
 * requests that the first attempt changed, because their versions differ. They count as changed when they are exactly
 * one version ahead and have the wanted values. Rejects with an error that is not temporary; the progress until then
 * was reported.
 */
export async function runBulk(
  requests: readonly BulkRequest[],
  changeOf: ChangeOf,
  calls: BulkCalls,
  onProgress: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<BulkProgress> {
  let progress = noProgress(requests.length);
  const report = (news: Partial<BulkProgress>) => {
    progress = { ...progress, ...news };
    onProgress(progress);
  };
  const { chunks, same, full } = chunksOf(requests, changeOf);
  report({ done: same + full.length, same, skipped: full });
  for (const { change, chunk } of chunks) {
    if (signal.aborted) return progress;
    const { changed, skipped } = await changeChunk(chunk, change, calls, (isWaiting) => report({ isWaiting }), signal);
    report({
      isWaiting: false,
      done: progress.done + chunk.length,
      changed: [...progress.changed, ...changed],
      skipped: [...progress.skipped, ...skipped],
    });
  }
  return progress;
}

interface Chunk {
  readonly change: RequestChange;
  readonly chunk: readonly BulkRequest[];
}

/** Groups requests by their change and splits the groups into chunks. Leaves out requests that need no change. */
function chunksOf(requests: readonly BulkRequest[], changeOf: ChangeOf) {
  const groups = new Map<string, { change: RequestChange; requests: BulkRequest[] }>();
  const full: Skipped[] = [];
  let same = 0;
  for (const request of requests) {
    const change = changeOf(request);
    if (typeof change === 'string') {
      if (change === 'same') same += 1;
      else full.push({ request, reason: change, current: null });
      continue;
    }
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { change, requests: [] };
    groups.set(key, group);
    group.requests.push(request);
  }
  const chunks: Chunk[] = [];
  for (const { change, requests: all } of groups.values()) {
    for (let at = 0; at < all.length; at += chunkSize) chunks.push({ change, chunk: all.slice(at, at + chunkSize) });
  }
  return { chunks, full, same };
}

async function changeChunk(
  chunk: readonly BulkRequest[],
  change: RequestChange,
  calls: BulkCalls,
  onWaiting: (isWaiting: boolean) => void,
  signal: AbortSignal,
): Promise<{ changed: readonly BulkRequest[]; skipped: readonly Skipped[] }> {
  const untilAnswered = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await call();
        onWaiting(false);
        return response;
      } catch (error) {
        if (signal.aborted || !calls.isTransient(error)) throw error;
        onWaiting(true);
        await calls.pause(attempt, signal);
      }
    }
  };
  const counts = await untilAnswered(() => calls.change(chunk, change, signal));
  if (counts.changed === chunk.length) return { changed: chunk, skipped: [] };
  const found = await untilAnswered(() => calls.find(ids(chunk), signal));
  const now = new Map(found.map((request) => [request.id, request]));
  const changed: BulkRequest[] = [];
  const skipped: Skipped[] = [];
  for (const request of chunk) {
    const current = now.get(request.id) ?? null;
    if (current !== null && isDone(request, current, change)) changed.push(request);
    else skipped.push({ request, current, reason: reasonOf(request, current) });
  }
  return { changed, skipped };
}

const ids = (requests: readonly BulkRequest[]) => requests.map(({ id }) => id);

function isDone(before: BulkRequest, now: InboxRequest, change: RequestChange): boolean {
  const fields = Object.keys(change) as (keyof RequestChange)[];
  return (
    now.version === before.version + 1 &&
    fields.every((field) => JSON.stringify(now[field]) === JSON.stringify(change[field]))
  );
}

function reasonOf(before: BulkRequest, now: InboxRequest | null): SkipReason {
  if (now === null) return 'erased';
  return now.version === before.version ? 'failed' : 'changed';
}
