import { useEffect } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useInbox } from '../model/inbox-context.ts';
import { mayHavePreview } from '../model/may-have-preview.ts';
import { preloadPicture } from '../model/picture-turns.ts';

const debounceMs = 150;

/**
 * Prefetches the first picture of the request in large, and the small ones of the next and the previous request. Their
 * texts are in the list already.
 */
export function usePrefetch({ id, files }: InboxRequest): void {
  const { list, requests } = useInbox();
  useEffect(() => {
    const withdrawals: (() => void)[] = [];
    let isLeft = false;

    async function preload(step: 1 | -1): Promise<void> {
      const next = await list.neighbour(id, step);
      if (next === null || isLeft) return;
      const files = (requests.cell(next).value?.files ?? []).filter(mayHavePreview);
      withdrawals.push(...files.map(({ position }) => preloadPicture(previewPath(next, position, 'small'))));
    }

    // Skips requests that are only passed while `j` is held down.
    const timer = setTimeout(() => {
      const first = files.find(mayHavePreview);
      if (first) withdrawals.push(preloadPicture(previewPath(id, first.position, 'large')));
      void preload(1);
      void preload(-1);
    }, debounceMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      for (const withdraw of withdrawals) withdraw();
    };
  }, [id]);
}
