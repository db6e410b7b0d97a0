import { useEffect, useState } from 'preact/hooks';

/** Whether a picture could not be loaded. What failed is tried again when the browser is online again. */
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
