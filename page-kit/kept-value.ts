/** What `localStorage` keeps for each endpoint. In a browser that keeps nothing, or has no room left, nothing is kept. */
export interface KeptValue<T> {
  keep(endpoint: string, value: T): void;
  forget(endpoint: string): void;
  /** Null when there is none, or one that another version of the page has kept. */
  read(endpoint: string): T | null;
}

/** @param parse Null for what is no such value. */
export function createKeptValue<T>(name: string, parse: (value: unknown) => T | null): KeptValue<T> {
  const keyOf = (endpoint: string) => `${name} ${endpoint}`;
  return {
    keep: (endpoint, value) => unlessBlocked(() => localStorage.setItem(keyOf(endpoint), JSON.stringify(value))),
    forget: (endpoint) => unlessBlocked(() => localStorage.removeItem(keyOf(endpoint))),
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
