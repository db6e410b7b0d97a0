import { createKeptValue } from '../../../page-kit/kept-value.ts';
import { type Cell, createCell } from './cell.ts';

const place = 'inbox';

/** A cell that this browser keeps, for all of its windows. @param parse Null for what is no such value. */
export function createKeptCell<T>(name: string, initial: T, parse: (value: unknown) => T | null): Cell<T> {
  const kept = createKeptValue(name, parse);
  const cell = createCell(kept.read(place) ?? initial);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(`${name} `)) cell.set(kept.read(place) ?? initial);
  });
  return {
    get value() {
      return cell.value;
    },
    set(value) {
      kept.keep(place, value);
      cell.set(value);
    },
    subscribe: cell.subscribe,
  };
}
