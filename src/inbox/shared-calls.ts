/** Calls under way by what they ask for, so that all who ask the same get one answer. */
export function createSharedCalls<T>() {
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
    get: (key: string, call: () => Promise<T>): Promise<T> => calls.get(key) ?? begin(key, call),
    /** Calls from now on join none that began before. */
    forget(): void {
      calls = new Map();
    },
  };
}
