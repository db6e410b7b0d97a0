import { useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../parts/loaded-part.tsx';

const pollMs = 1500;
/** Maximum polls. A delivery that waits for a paused channel would otherwise be polled all day. */
const maxPolls = 40;

/** Returns the result of `load`, and reloads it while `isPending`. @param subject A new subject discards the value. */
export function usePolled<T>(
  subject: string,
  load: (signal: AbortSignal) => Promise<T>,
  isPending: (value: T) => boolean,
): readonly [Loaded<T>, reload: () => void] {
  const [state, setState] = useState<Loaded<T>>({ name: 'loading' });
  const [reloadCount, setReloadCount] = useState(0);
  const shown = useRef(subject);
  useEffect(() => {
    const abortController = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;
    if (shown.current !== subject) setState({ name: 'loading' });
    shown.current = subject;

    async function poll(): Promise<void> {
      try {
        const value = await load(abortController.signal);
        if (abortController.signal.aborted) return;
        setState({ name: 'loaded', value });
        polls += 1;
        if (isPending(value) && polls < maxPolls) timer = setTimeout(() => void poll(), pollMs);
      } catch (error) {
        if (!abortController.signal.aborted) setState({ name: 'failed', error });
      }
    }

    void poll();
    return () => {
      abortController.abort();
      clearTimeout(timer);
    };
  }, [subject, reloadCount]);
  return [state, () => setReloadCount((last) => last + 1)];
}
