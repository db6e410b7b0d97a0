import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isField } from '../keys/key-table.ts';
import { useInbox } from '../model/inbox-context.ts';

/**
 * Returns a function that focuses the first row, after loading if necessary. The focus stays when the person works
 * elsewhere meanwhile, because keys that they type would decide requests.
 */
export function useGoToFirst(listPane: RefObject<HTMLElement | null>): () => void {
  const { list } = useInbox();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  function focusRow(): void {
    const { activeElement } = document;
    if (isField(activeElement) && !listPane.current?.contains(activeElement)) return;
    listPane.current?.querySelector<HTMLElement>('.rows li a')?.focus();
  }

  return () => {
    const before = document.activeElement;
    const go = () => {
      if (list.state.value.name === 'loading') return;
      stop.current();
      // Checked before the rows are drawn, while the pressed button exists and still has the focus.
      if (document.activeElement === before || document.activeElement === document.body)
        requestAnimationFrame(focusRow);
    };
    stop.current();
    stop.current = list.state.subscribe(go);
    go();
  };
}
