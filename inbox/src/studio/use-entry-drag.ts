import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { useDrag } from '../../../page-kit/use-drag.ts';
import { createEdgeScroll, paneAround } from '../parts/edge-scroll.ts';

export interface EntryDrag {
  /** The position of the dragged entry, or null. */
  readonly from: number | null;
  /** Where it would be dropped: before the entry of this position. */
  readonly before: number | null;
  begin(event: PointerEvent, position: number): void;
}

interface HeldEntry {
  readonly from: number;
  before: number;
}

/** Drags an entry of a list by its handle. */
export function useEntryDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): EntryDrag {
  const [drag, setDrag] = useState<Readonly<HeldEntry> | null>(null);
  const begin = useDrag<HeldEntry>({
    edges: (onScroll) => createEdgeScroll(paneAround(list.current), 'y', onScroll),
    follow(held, { y }) {
      held.before = positionAt(list.current, y);
      setDrag({ ...held });
    },
    drop({ from, before }) {
      const to = before > from ? before - 1 : before;
      if (to !== from) onMove(from, to);
    },
    end: () => setDrag(null),
  });

  return {
    from: drag?.from ?? null,
    before: drag?.before ?? null,
    begin(event, position) {
      if (event.button !== 0 || isLocked(event)) return;
      event.preventDefault();
      begin(event, { from: position, before: position });
    },
  };
}

/** Returns how many entries have their middle above the pointer. */
function positionAt(list: HTMLElement | null, y: number): number {
  const middles = [...(list?.children ?? [])].map((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return top + height / 2;
  });
  return middles.filter((middle) => middle < y).length;
}

/** A handle is no control, which the part around it would disable. */
function isLocked({ currentTarget }: PointerEvent): boolean {
  return currentTarget instanceof Element && currentTarget.closest('fieldset:disabled') !== null;
}
