import type { Call } from './send.ts';
import type {
  BulkResult,
  CatalogueNames,
  CustomerMail,
  InboxRequest,
  PriceSums,
  RepeatedRequest,
  RequestChange,
  RequestEvent,
  RequestFilter,
  RequestList,
  RequestSort,
  RequestsOfCustomer,
  VersionedId,
} from './shapes.ts';

interface ListQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly cursor: string | null;
  readonly limit: number;
}

type BulkTarget =
  | { readonly ids: readonly VersionedId[] }
  /** Requests that were created or changed after `asOf` are skipped. */
  | { readonly filter: RequestFilter; readonly asOf: string };

/** The mail to the customer about a change of the status. By default the usual one. */
export interface CustomerNotice {
  readonly customerMail?: CustomerMail;
  /** Instead of the usual mail. */
  readonly message?: { readonly text: string };
}

/** Operations on requests. Every method may throw an ApiFailure. */
export interface Api {
  list(query: ListQuery, signal?: AbortSignal): Promise<RequestList>;
  /** The sums of the prices of all requests. */
  sums(signal?: AbortSignal): Promise<PriceSums>;
  /** The position of each of these requests, 200 at most, among those of its customer. Single ones are left out. */
  repeats(ids: readonly string[]): Promise<readonly RepeatedRequest[]>;
  find(id: string, signal?: AbortSignal): Promise<InboxRequest>;
  /** @param version The version that the person saw. Null sends no condition, which is allowed only for `unread`. */
  change(
    id: string,
    version: number | null,
    change: RequestChange,
    notice?: CustomerNotice,
    key?: string,
  ): Promise<InboxRequest>;
  /** The other requests from the same mailbox, the newest first. */
  sameCustomer(id: string, signal?: AbortSignal): Promise<RequestsOfCustomer>;
  addNote(id: string, text: string): Promise<RequestEvent>;
  /** Oldest first. */
  events(id: string, signal?: AbortSignal): Promise<readonly RequestEvent[]>;
  bulk(target: BulkTarget, change: RequestChange): Promise<BulkResult>;
  catalogue(): Promise<CatalogueNames>;
}

export function createApi(call: Call): Api {
  return {
    list: ({ filter, sort, cursor, limit }, signal) => {
      const query = filterQuery(filter);
      query.set('sort', sort);
      query.set('limit', String(limit));
      if (cursor !== null) query.set('cursor', cursor);
      return call('GET', `/requests?${query}`, { signal });
    },
    sums: (signal) => call('GET', '/requests/sums', { signal }),
    repeats: async (ids) =>
      (await call<{ items: readonly RepeatedRequest[] }>('GET', `/requests/repeats?${filterQuery({ id: ids })}`)).items,
    find: (id, signal) => call('GET', `/requests/${id}`, { signal }),
    change: (id, version, change, notice, key) =>
      call('PATCH', `/requests/${id}`, {
        body: { ...change, ...(version !== null && { version }), ...notice },
        ...(key !== undefined && { key }),
      }),
    sameCustomer: (id, signal) => call('GET', `/requests/${id}/same-customer`, { signal }),
    addNote: (id, text) => call('POST', `/requests/${id}/notes`, { body: { text } }),
    events: async (id, signal) =>
      (await call<{ items: readonly RequestEvent[] }>('GET', `/requests/${id}/events`, { signal })).items,
    bulk: (target, change) => call('POST', '/requests/bulk', { body: { ...target, change } }),
    catalogue: () => call('GET', '/catalogue'),
  };
}

/**
 * Converts a filter to query parameters. A list becomes a repeated parameter, because its values may contain commas.
 */
export function filterQuery(filter: RequestFilter): URLSearchParams {
  const query = new URLSearchParams();
  const { answer = {}, ...others } = filter;
  const answers = Object.entries(answer).map(([id, values]) => [`answer.${id}`, values] as const);
  for (const [name, value] of [...Object.entries(others), ...answers]) {
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one));
  }
  return query;
}

/** Returns the path of a file's small or large preview. */
export function previewPath(id: string, position: number, size: 'small' | 'large'): string {
  return `/api/operator/v1/requests/${id}/files/${position}/preview?size=${size}`;
}
