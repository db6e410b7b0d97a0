import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { type Cell, createCell } from './cell.ts';

/** All windows of the inbox share one value. */
const scope = 'inbox';

/**
 * Creates a cell that is stored in this browser and shared by its windows. @param parse Returns null when the stored
 * value has another shape.
 */
export function createStoredCell<T>(name: string, initial: T, parse: (value: unknown) => T | null): Cell<T> {
  const stored = createStoredValue(name, parse);
  const cell = createCell(stored.read(scope) ?? initial);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(`${name} `)) cell.set(stored.read(scope) ?? initial);
  });
  return {
    get value() {
      return cell.value;
    },
    set(value) {
      stored.write(scope, value);
      cell.set(value);
    },
    subscribe: cell.subscribe,
  };
}
