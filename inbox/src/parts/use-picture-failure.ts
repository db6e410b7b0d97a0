import { useEffect, useState } from 'preact/hooks';

/**
 * Tracks whether a picture failed to load. Resets when the browser is online again, so that the picture is retried.
 *
 * @param path The picture's path. Another picture has not failed.
 */
export function usePictureFailure(path: string): readonly [hasFailed: boolean, fail: () => void] {
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const hasFailed = failedPath === path;
  useEffect(() => {
    if (!hasFailed) return;
    const tryAgain = () => setFailedPath(null);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  return [hasFailed, () => setFailedPath(path)];
}
