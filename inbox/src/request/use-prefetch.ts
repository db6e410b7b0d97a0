import { useEffect } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import { useInbox } from '../inbox-context.ts';
import { mayHavePreview } from '../requests/may-have-preview.ts';
import { preloadPicture } from '../requests/picture-turns.ts';

const debounceMs = 150;

/** Prefetches the pictures of the next and the previous request. Their texts are in the list already. */
export function usePrefetch(id: string): void {
  const { list, requests } = useInbox();
  useEffect(() => {
    // Skips requests that are only passed while `j` is held down.
    const timer = setTimeout(() => {
      for (const step of [1, -1] as const) void list.neighbour(id, step).then((next) => next && preload(next));
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [id]);

  function preload(next: string): void {
    for (const file of requests.cell(next).value?.files ?? []) {
      if (mayHavePreview(file)) preloadPicture(previewPath(next, file.position, 'small'));
    }
  }
}
