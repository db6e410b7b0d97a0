import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A pointer that moves less than this clicks and does not drag. */
const clickPx = 4;
const edgePx = 48;
const scrollPx = 12;

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
    let before = from;
    let isDragging = false;
    const end = new AbortController();
    const on = <Type extends keyof WindowEventMap>(type: Type, hear: (heard: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, hear, { signal: end.signal, capture: true });
    stop.current = () => {
      end.abort();
      stop.current = null;
      setDrag(null);
    };
    on('pointermove', ({ clientY }) => {
      isDragging ||= Math.abs(clientY - start) >= clickPx;
      if (!isDragging) return;
      scrollAtEdge(list.current, clientY);
      before = positionAt(list.current, clientY);
      setDrag({ from, before });
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

function scrollAtEdge(list: HTMLElement | null, y: number): void {
  const pane = list?.closest('.form-fields');
  if (!pane) return;
  const { top, bottom } = pane.getBoundingClientRect();
  if (y < top + edgePx) pane.scrollBy(0, -scrollPx);
  else if (y > bottom - edgePx) pane.scrollBy(0, scrollPx);
}

/** A handle is no control, which the part around it would disable. */
function isLocked({ currentTarget }: PointerEvent): boolean {
  return currentTarget instanceof Element && currentTarget.closest('fieldset:disabled') !== null;
}
