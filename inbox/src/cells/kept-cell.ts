import { createKeptValue } from '../../../page-kit/kept-value.ts';
import { type Cell, createCell } from './cell.ts';

const place = 'inbox';

/**
 * Creates a cell that is stored in this browser and shared by its windows. @param parse Returns null when the stored
 * value has another shape.
 */
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
