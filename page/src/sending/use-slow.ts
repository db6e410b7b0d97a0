import { useEffect, useState } from 'preact/hooks';

const slowAfterMs = 8000;

/** Returns true when `reached` has not exceeded its highest value for longer than usual. */
export function useSlow(reached: number): boolean {
  const [highest, setHighest] = useState(reached);
  const [isSlow, setSlow] = useState(false);
  if (reached > highest) setHighest(reached);
  useEffect(() => {
    setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [highest]);
  return isSlow;
}
