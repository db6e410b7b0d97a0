import type { Api } from '../api/api.ts';
import type { InboxRequest, RequestFilter } from '../api/shapes.ts';
import type { ChosenRequest } from './bulk-run.ts';

/** The requests that a bulk change applies to. */
export type Scope =
  | { readonly kind: 'selection'; readonly ids: readonly string[] }
  /** All matches at the time of the query. */
  | { readonly kind: 'filter'; readonly filter: RequestFilter };

export interface Chosen {
  readonly requests: readonly ChosenRequest[];
  /** True when the filter has more matches than `maxChosen`. */
  readonly isCut: boolean;
}

const pageItems = 200;
/** Maximum requests of one bulk change. For more, a program can use the API, which changes all matches in one call. */
export const maxChosen = 10_000;

/**
 * Loads the requests of the scope. A request that is changed afterwards has another version, and the bulk change skips
 * it. @throws ApiFailure
 */
export async function choose(
  api: Api,
  scope: Scope,
  onFound: (count: number) => void,
  signal: AbortSignal,
): Promise<Chosen> {
  const filters = scope.kind === 'filter' ? [scope.filter] : parts(scope.ids, pageItems).map((id) => ({ id }));
  const requests: ChosenRequest[] = [];
  for (const filter of filters) {
    let cursor: string | null = null;
    do {
      const page = await api.list({ filter, sort: 'newest', cursor, limit: pageItems }, signal);
      requests.push(...page.items.map(chosenOf));
      onFound(Math.min(requests.length, maxChosen));
      cursor = page.next;
    } while (cursor !== null && requests.length < maxChosen);
    if (cursor !== null) return { requests: requests.slice(0, maxChosen), isCut: true };
  }
  return { requests, isCut: requests.length > maxChosen };
}

/** Returns the few fields that a bulk change needs. A full page of requests is half a megabyte. */
function chosenOf({ id, number, customerName, version, status, labels, dueOn }: InboxRequest): ChosenRequest {
  return { id, number, customerName, version, status, labels, dueOn };
}

function parts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
