import { useEffect, useRef, useState } from 'preact/hooks';
import { createStoredValue } from '../../../page-kit/stored-value.ts';

/** An observable value. */
export interface Cell<T> {
  readonly value: T;
  set(value: T): void;
  /** @returns A function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get value() {
      return value;
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the current value. The component renders again when the value changes. */
export function useCell<T>(cell: Cell<T>): T {
  return usePart(cell, itself);
}

/** Returns a part of the value. The component renders again when that part changes. */
export function usePart<T, Part>(cell: Cell<T>, partOf: (value: T) => Part): Part {
  const [, redraw] = useState<unknown>(null);
  const part = partOf(cell.value);
  const drawn = useRef(part);
  drawn.current = part;
  const latest = useRef(partOf);
  latest.current = partOf;
  useEffect(() => {
    const listen = () => {
      if (!Object.is(latest.current(cell.value), drawn.current)) redraw({});
    };
    // The value may have changed between the render and this effect.
    listen();
    return cell.subscribe(listen);
  }, [cell]);
  return part;
}

const itself = <T>(value: T): T => value;

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
