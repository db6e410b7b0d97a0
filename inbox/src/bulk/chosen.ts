import type { Api } from '../api/api.ts';
import type { InboxRequest, RequestFilter } from '../api/shapes.ts';
import type { ChosenRequest } from './bulk-run.ts';

/** Which requests a bulk change is for. */
export type Scope =
  | { readonly kind: 'selection'; readonly ids: readonly string[] }
  /** All that it finds when it is asked. */
  | { readonly kind: 'filter'; readonly filter: RequestFilter };

export interface Chosen {
  readonly requests: readonly ChosenRequest[];
  /** Whether the filter finds more than can be changed at once. */
  readonly isCut: boolean;
}

const pageItems = 200;
/** More is a task for a program: the API changes all of a filter in one call. */
export const maxChosen = 10_000;

/**
 * The requests as they are now: what somebody changes later has another version, and is skipped.
 *
 * @throws ApiFailure
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

/** Of 10,000 requests all that is kept: a page of them is half a megabyte. */
function chosenOf({ id, number, customerName, version, status, labels, dueOn }: InboxRequest): ChosenRequest {
  return { id, number, customerName, version, status, labels, dueOn };
}

function parts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
