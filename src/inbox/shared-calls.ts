/** Calls under way by what they ask for, so that all who ask the same get one answer. */
export interface SharedCalls<T> {
  get(key: string, call: () => Promise<T>): Promise<T>;
  /** Calls from now on join none that began before. */
  forget(): void;
}

export function createSharedCalls<T>(): SharedCalls<T> {
  let calls = new Map<string, Promise<T>>();

  function begin(key: string, call: () => Promise<T>): Promise<T> {
    const own = calls;
    const result = call();
    const end = () => void own.delete(key);
    own.set(key, result);
    result.then(end, end);
    return result;
  }

  return {
    get: (key, call) => calls.get(key) ?? begin(key, call),
    forget() {
      calls = new Map();
    },
  };
}
