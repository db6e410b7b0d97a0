import type { Api } from '../api/api.ts';
import type { RepeatedRequest } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

export interface Repeats {
  /** The position of the request among those of its customer. Null for a single one, and until it is loaded. */
  of(id: string): Cell<RepeatedRequest | null>;
}

/** Most ids of one call. */
const mostIds = 200;
/** Rows of a list appear within this time of each other. */
const gatheredMs = 50;

/** Loads the positions of the requests that are shown, many in one call. A failed call leaves the marks out. */
export function createRepeats(api: Pick<Api, 'repeats'>): Repeats {
  const cells = new Map<string, Cell<RepeatedRequest | null>>();
  const waiting: string[] = [];

  async function load(): Promise<void> {
    const ids = waiting.splice(0, mostIds);
    if (waiting.length > 0) setTimeout(load);
    const found = await api.repeats(ids).catch(() => []);
    for (const one of found) cells.get(one.id)?.set(one);
  }

  return {
    of(id) {
      const known = cells.get(id);
      if (known) return known;
      const cell = createCell<RepeatedRequest | null>(null);
      cells.set(id, cell);
      if (waiting.length === 0) setTimeout(load, gatheredMs);
      waiting.push(id);
      return cell;
    },
  };
}
