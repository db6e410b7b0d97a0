/**
 * A value in `localStorage` for each scope, such as the endpoint that a form is sent to. Nothing is stored when storage
 * is blocked or full.
 */
export interface StoredValue<T> {
  write(scope: string, value: T): void;
  remove(scope: string): void;
  /** Returns null when no value is stored, or when another version of the page stored a value of another shape. */
  read(scope: string): T | null;
}

/** @param parse Returns null when the stored value has another shape. */
export function createStoredValue<T>(name: string, parse: (value: unknown) => T | null): StoredValue<T> {
  const keyOf = (scope: string) => `${name} ${scope}`;
  return {
    write: (scope, value) => unlessBlocked(() => localStorage.setItem(keyOf(scope), JSON.stringify(value))),
    remove: (scope) => unlessBlocked(() => localStorage.removeItem(keyOf(scope))),
    read: (scope) => unlessBlocked(() => parse(JSON.parse(localStorage.getItem(keyOf(scope)) ?? 'null'))),
  };
}

function unlessBlocked<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
