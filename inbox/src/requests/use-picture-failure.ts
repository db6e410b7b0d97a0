import { useEffect, useState } from 'preact/hooks';

/** Tracks whether a picture failed to load. Resets when the browser is online again, so that the picture is retried. */
export function usePictureFailure(): readonly [hasFailed: boolean, fail: () => void] {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return;
    const tryAgain = () => setHasFailed(false);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  return [hasFailed, () => setHasFailed(true)];
}
