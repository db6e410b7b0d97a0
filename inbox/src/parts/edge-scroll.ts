import type { Point } from '../../../page-kit/use-drag.ts';

/** Scrolls while the pointer of a drag rests at an edge. */
export interface EdgeScroll {
  point(at: Point): void;
  stop(): void;
}

const edgePx = 56;
const stepPx = 14;
const intervalMs = 16;

/**
 * Scrolls an element while the pointer of a drag is at one of its edges. A pointer that rests there sends no events.
 *
 * @param onScroll Called after each step, with the point that the pointer rests at.
 */
export function createEdgeScroll(pane: Element | null, axis: 'x' | 'y', onScroll: (at: Point) => void): EdgeScroll {
  let at: Point | null = null;
  const timer = setInterval(() => {
    if (pane === null || at === null) return;
    const before = pane.scrollLeft + pane.scrollTop;
    const { left, top, right, bottom } = pane.getBoundingClientRect();
    if (axis === 'x') pane.scrollBy(stepAt(at.x, Math.max(left, 0), Math.min(right, innerWidth)), 0);
    else pane.scrollBy(0, stepAt(at.y, Math.max(top, 0), Math.min(bottom, innerHeight)));
    if (pane.scrollLeft + pane.scrollTop !== before) onScroll(at);
  }, intervalMs);
  return {
    point: (next) => {
      at = next;
    },
    stop: () => clearInterval(timer),
  };
}

function stepAt(position: number, start: number, end: number): number {
  if (position < start + edgePx) return -stepPx;
  return position > end - edgePx ? stepPx : 0;
}

/** Returns the scrolling element around another one: a pane, or the whole page. */
export function paneAround(element: Element | null): Element | null {
  for (let one = element?.parentElement ?? null; one !== null; one = one.parentElement) {
    const canScroll = one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (canScroll) return one;
  }
  return document.scrollingElement;
}
