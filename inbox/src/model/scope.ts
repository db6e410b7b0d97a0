import type { Api } from '../api/api.ts';
import type { InboxRequest, RequestFilter } from '../api/shapes.ts';
import type { BulkRequest } from './bulk-run.ts';

/** The requests that a bulk change applies to. */
export type Scope =
  | { readonly kind: 'selection'; readonly ids: readonly string[] }
  /** All matches at the time of the query. */
  | { readonly kind: 'filter'; readonly filter: RequestFilter };

export interface LoadedScope {
  readonly requests: readonly BulkRequest[];
  /** True when the filter has more matches than `maxRequests`. */
  readonly isTruncated: boolean;
}

const pageItems = 200;
/** Maximum requests of one bulk change. For more, a program can use the API, which changes all matches in one call. */
const maxRequests = 10_000;

/**
 * Loads the requests of the scope. A request that is changed afterwards has another version, and the bulk change skips
 * it. @throws ApiFailure
 */
export async function loadScope(
  api: Api,
  scope: Scope,
  onFound: (count: number) => void,
  signal: AbortSignal,
): Promise<LoadedScope> {
  const filters = scope.kind === 'filter' ? [scope.filter] : chunks(scope.ids, pageItems).map((id) => ({ id }));
  const requests: BulkRequest[] = [];
  for (const filter of filters) {
    let cursor: string | null = null;
    do {
      const page = await api.list({ filter, sort: 'newest', cursor, limit: pageItems }, signal);
      requests.push(...page.items.map(bulkRequestOf));
      onFound(Math.min(requests.length, maxRequests));
      cursor = page.next;
    } while (cursor !== null && requests.length < maxRequests);
    if (cursor !== null) return { requests: requests.slice(0, maxRequests), isTruncated: true };
  }
  return { requests, isTruncated: requests.length > maxRequests };
}

/** Returns the few fields that a bulk change needs. A full page of requests is half a megabyte. */
function bulkRequestOf({ id, number, customerName, version, status, labels, dueOn }: InboxRequest): BulkRequest {
  return { id, number, customerName, version, status, labels, dueOn };
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
