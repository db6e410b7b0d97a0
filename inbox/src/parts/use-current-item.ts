import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses the link of the list's current row or tile and brings it into view. The request that is open keeps the focus.
 *
 * @returns The reference of the row or tile.
 */
export function useCurrentItem(isCurrent: boolean, isOpen: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (!isCurrent || !item.current) return;
    if (!isOpen) item.current.querySelector('a')?.focus({ preventScroll: true });
    return bringIntoView(item.current);
  }, [isCurrent, isOpen]);
  return item;
}

const scrollFrames = 4;

/**
 * Scrolls to the item in each of the next frames, because the browser only estimates the height of unrendered ones. The
 * first one is the frame that shows the change: a layout before it would lengthen the task of the key.
 */
function bringIntoView(item: HTMLElement): () => void {
  let left = scrollFrames;
  const scroll = () => {
    item.scrollIntoView({ block: 'nearest' });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(scroll);
  };
  let frame = requestAnimationFrame(scroll);
  return () => cancelAnimationFrame(frame);
}
