import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { type Point, useDrag } from '../../../page-kit/use-drag.ts';
import { createEdgeScroll, type EdgeScroll, paneAround } from '../parts/edge-scroll.ts';

export interface EntryDrag {
  /** The position of the dragged entry, or null. */
  readonly from: number | null;
  /** The position of the entry before which it would be dropped. */
  readonly before: number | null;
  begin(event: PointerEvent, position: number): void;
}

interface HeldEntry {
  readonly from: number;
  before: number;
  edges: EdgeScroll | null;
}

/** Drags an entry of a list by its handle. */
export function useEntryDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): EntryDrag {
  const [drag, setDrag] = useState<Pick<HeldEntry, 'from' | 'before'> | null>(null);
  const begin = useDrag<HeldEntry>({
    follow(held, at) {
      held.edges ??= createEdgeScroll(paneAround(list.current), 'y', (resting) => follow(held, resting));
      held.edges.point(at);
      follow(held, at);
    },
    drop({ from, before }) {
      const to = before > from ? before - 1 : before;
      if (to !== from) onMove(from, to);
    },
    end({ edges }) {
      edges?.stop();
      setDrag(null);
    },
  });

  function follow(held: HeldEntry, { y }: Point): void {
    held.before = positionAt(list.current, y);
    setDrag({ from: held.from, before: held.before });
  }

  return {
    from: drag?.from ?? null,
    before: drag?.before ?? null,
    begin(event, position) {
      if (event.button !== 0 || isLocked(event)) return;
      event.preventDefault();
      begin(event, { from: position, before: position, edges: null });
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
