import { type Cell, createCell } from '../cells/cell.ts';

/** The selected requests. */
export interface Selection {
  readonly ids: Cell<ReadonlySet<string>>;
  toggle(id: string): void;
  /** Toggles a request and all between it and the last toggled one. @param order The ids of the shown requests. */
  toggleTo(id: string, order: readonly string[]): void;
  set(ids: Iterable<string>): void;
  clear(): void;
}

export function createSelection(): Selection {
  const ids = createCell<ReadonlySet<string>>(new Set());
  let last: string | null = null;

  function toggle(id: string, others: readonly string[] = []): void {
    const next = new Set(ids.value);
    const isOn = !next.has(id);
    for (const one of [id, ...others]) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    last = id;
    ids.set(next);
  }

  return {
    ids,
    toggle: (id) => toggle(id),
    toggleTo(id, order) {
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)];
      toggle(id, from === -1 || to === -1 ? [] : order.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    set: (some) => ids.set(new Set(some)),
    clear: () => ids.set(new Set()),
  };
}
