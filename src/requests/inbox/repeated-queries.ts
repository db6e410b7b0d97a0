/** Creates a register of running calls by key. A call with the key of a running call shares the result of that call. */
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
    /** Keeps later calls from joining calls that began before. */
    forget(): void {
      calls = new Map();
    },
  };
}

/** Creates a set that forgets each text `keptMs` milliseconds after it was added. */
export function createRecentSet(keptMs: number) {
  const texts = new Set<string>();
  return {
    has: (text: string): boolean => texts.has(text),
    add(text: string): void {
      if (texts.has(text)) return;
      texts.add(text);
      setTimeout(() => void texts.delete(text), keptMs).unref();
    },
  };
}
