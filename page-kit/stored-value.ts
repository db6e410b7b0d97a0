/** A value in `localStorage` for each endpoint. Nothing is stored when storage is blocked or full. */
export interface StoredValue<T> {
  write(endpoint: string, value: T): void;
  remove(endpoint: string): void;
  /** Returns null when no value is stored, or when another version of the page stored a value of another shape. */
  read(endpoint: string): T | null;
}

/** @param parse Returns null when the stored value has another shape. */
export function createStoredValue<T>(name: string, parse: (value: unknown) => T | null): StoredValue<T> {
  const keyOf = (endpoint: string) => `${name} ${endpoint}`;
  return {
    write: (endpoint, value) => unlessBlocked(() => localStorage.setItem(keyOf(endpoint), JSON.stringify(value))),
    remove: (endpoint) => unlessBlocked(() => localStorage.removeItem(keyOf(endpoint))),
    read: (endpoint) => unlessBlocked(() => parse(JSON.parse(localStorage.getItem(keyOf(endpoint)) ?? 'null'))),
  };
}

function unlessBlocked<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
