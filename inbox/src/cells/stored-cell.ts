import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { type Cell, createCell } from './cell.ts';
import { storedScope } from './stored-scope.ts';

/**
 * Creates a cell that is stored in this browser and shared by its windows. @param parse Returns null when the stored
 * value has another shape.
 */
export function createStoredCell<T>(name: string, initial: T, parse: (value: unknown) => T | null): Cell<T> {
  const stored = createStoredValue(name, parse);
  const cell = createCell(stored.read(storedScope) ?? initial);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(`${name} `)) cell.set(stored.read(storedScope) ?? initial);
  });
  return {
    get value() {
      return cell.value;
    },
    set(value) {
      stored.write(storedScope, value);
      cell.set(value);
    },
    subscribe: cell.subscribe,
  };
}
