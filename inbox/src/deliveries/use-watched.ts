import { useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../settings/use-loaded.ts';

const pauseMs = 1500;
/** Maximum polls. A delivery that waits for a paused channel would otherwise be polled all day. */
const mostLooks = 40;

/** Returns what `load` returns, and reloads it while `isMoving`. @param subject A new subject discards the value. */
export function useWatched<T>(
  subject: string,
  load: (signal: AbortSignal) => Promise<T>,
  isMoving: (value: T) => boolean,
): readonly [Loaded<T>, reload: () => void] {
  const [state, setState] = useState<Loaded<T>>({ name: 'loading' });
  const [turn, setTurn] = useState(0);
  const shown = useRef(subject);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looks = 0;
    if (shown.current !== subject) setState({ name: 'loading' });
    shown.current = subject;

    async function look(): Promise<void> {
      try {
        const value = await load(leaving.signal);
        if (leaving.signal.aborted) return;
        setState({ name: 'loaded', value });
        looks += 1;
        if (isMoving(value) && looks < mostLooks) timer = setTimeout(() => void look(), pauseMs);
      } catch (error) {
        if (!leaving.signal.aborted) setState({ name: 'failed', error });
      }
    }

    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [subject, turn]);
  return [state, () => setTurn((last) => last + 1)];
}
