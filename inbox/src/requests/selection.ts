import { type Cell, createCell } from '../cells/cell.ts';

/** The requests that a person has ticked. */
export interface Selection {
  readonly ids: Cell<ReadonlySet<string>>;
  toggle(id: string): void;
  set(ids: Iterable<string>): void;
  clear(): void;
}

export function createSelection(): Selection {
  const ids = createCell<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle(id) {
      const next = new Set(ids.value);
      if (!next.delete(id)) next.add(id);
      ids.set(next);
    },
    set: (some) => ids.set(new Set(some)),
    clear: () => ids.set(new Set()),
  };
}
