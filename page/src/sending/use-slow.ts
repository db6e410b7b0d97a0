import { useEffect, useState } from 'preact/hooks';

const usualMs = 8000;

/** Whether nothing has moved forward for longer than usual. `reached` only grows while it does. */
export function useSlow(reached: number): boolean {
  const [highest, setHighest] = useState(reached);
  const [isSlow, setSlow] = useState(false);
  if (reached > highest) setHighest(reached);
  useEffect(() => {
    setSlow(false);
    const timer = setTimeout(() => setSlow(true), usualMs);
    return () => clearTimeout(timer);
  }, [highest]);
  return isSlow;
}
