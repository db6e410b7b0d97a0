/**
 * A value in `localStorage` for each scope, such as the endpoint that a form is sent to. The value is not stored when storage
 * is blocked or full.
 */
interface StoredValue<T> {
  /** Returns false when the value was not stored. */
  write(scope: string, value: T): boolean;
  remove(scope: string): void;
  /** Returns null when no value is stored, or when another version of the page stored a value of another shape. */
  read(scope: string): T | null;
  /** Returns the scopes that have a value. */
  scopes(): readonly string[];
  /** Calls the listener when another page of the site changes or removes the value. Returns a function that ends this. */
  watch(scope: string, listener: (now: T | null, before: T | null) => void): () => void;
}

/** @param parse Returns null when the stored value has another shape. */
export function createStoredValue<T>(name: string, parse: (value: unknown) => T | null): StoredValue<T> {
  const keyOf = (scope: string) => `${name} ${scope}`;
  const parsed = (stored: string | null) => unlessBlocked(() => parse(JSON.parse(stored ?? 'null')));
  return {
    write: (scope, value) =>
      unlessBlocked(() => {
        localStorage.setItem(keyOf(scope), JSON.stringify(value));
        return true;
      }) ?? false,
    remove: (scope) => unlessBlocked(() => localStorage.removeItem(keyOf(scope))),
    read: (scope) => unlessBlocked(() => parsed(localStorage.getItem(keyOf(scope)))),
    scopes: () =>
      unlessBlocked(() => Object.keys(localStorage).filter((key) => key.startsWith(keyOf(''))))?.map((key) =>
        key.slice(keyOf('').length),
      ) ?? [],
    watch(scope, listener) {
      const hear = ({ key, newValue, oldValue }: StorageEvent) => {
        if (key === keyOf(scope)) listener(parsed(newValue), parsed(oldValue));
      };
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    },
  };
}

function unlessBlocked<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
