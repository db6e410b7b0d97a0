import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createEdgeScroll } from '../parts/edge-scroll.ts';

/** A pointer that moves less than this clicks and does not drag. */
const clickPx = 4;

export interface EntryDrag {
  /** The position of the dragged entry, or null. */
  readonly from: number | null;
  /** Where it would be dropped: before the entry of this position. */
  readonly before: number | null;
  begin(event: PointerEvent, position: number): void;
}

/** Drags an entry of a list by its handle, with a mouse, a pen or a finger. Escape lets go of it. */
export function useEntryDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): EntryDrag {
  const [drag, setDrag] = useState<{ readonly from: number; readonly before: number } | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(event: PointerEvent, from: number): void {
    if (event.button !== 0 || isLocked(event)) return;
    event.preventDefault();
    const start = event.clientY;
    let y = start;
    let before = from;
    let isDragging = false;
    const end = new AbortController();
    const follow = () => {
      before = positionAt(list.current, y);
      setDrag({ from, before });
    };
    const edges = createEdgeScroll(paneOf(list.current), 'y', follow);
    const on = <Type extends keyof WindowEventMap>(type: Type, hear: (heard: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, hear, { signal: end.signal, capture: true });
    stop.current = () => {
      end.abort();
      edges.stop();
      stop.current = null;
      setDrag(null);
    };
    on('pointermove', ({ clientY }) => {
      y = clientY;
      isDragging ||= Math.abs(y - start) >= clickPx;
      if (!isDragging) return;
      edges.point(y);
      follow();
    });
    on('pointerup', () => {
      const to = before > from ? before - 1 : before;
      stop.current?.();
      if (isDragging && to !== from) onMove(from, to);
    });
    on('pointercancel', () => stop.current?.());
    on('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      stop.current?.();
    });
  }

  return { from: drag?.from ?? null, before: drag?.before ?? null, begin };
}

/** Returns how many entries have their middle above the pointer. */
function positionAt(list: HTMLElement | null, y: number): number {
  const middles = [...(list?.children ?? [])].map((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return top + height / 2;
  });
  return middles.filter((middle) => middle < y).length;
}

/** Returns the element around the list that scrolls: the fields, or all of a narrow page. */
function paneOf(list: HTMLElement | null): Element | null {
  for (let one = list?.parentElement ?? null; one !== null; one = one.parentElement) {
    const canScroll = one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (canScroll) return one;
  }
  return document.scrollingElement;
}

/** A handle is no control, which the part around it would disable. */
function isLocked({ currentTarget }: PointerEvent): boolean {
  return currentTarget instanceof Element && currentTarget.closest('fieldset:disabled') !== null;
}
