import { useEffect, useState } from 'preact/hooks';

export type Loaded<T> =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'loaded'; readonly value: T };

/** Calls `load` on mount and returns its outcome. `reload` calls it again and keeps the previous value until then. */
export function useLoaded<T>(load: () => Promise<T>): readonly [Loaded<T>, reload: () => void] {
  const [state, setState] = useState<Loaded<T>>({ name: 'loading' });
  const [reloadCount, setReloadCount] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    const show = (next: Loaded<T>) => isCancelled || setState(next);
    load().then(
      (value) => show({ name: 'loaded', value }),
      (error: unknown) => show({ name: 'failed', error }),
    );
    return () => {
      isCancelled = true;
    };
  }, [reloadCount]);
  return [state, () => setReloadCount((last) => last + 1)];
}
