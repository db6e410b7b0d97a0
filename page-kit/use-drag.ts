import { useEffect, useRef } from 'preact/hooks';
import { createEdgeScroll, type EdgeScroll } from './edge-scroll.ts';

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @typeParam Held The thing that the pointer drags. */
export interface DragActions<Held> {
  /** Scrolls while the pointer rests at its edge. */
  readonly axis: 'x' | 'y';
  pane(held: Held): Element | null;
  /** The pointer has moved, or the pane has scrolled below it. */
  follow(held: Held, at: Point, from: Point): void;
  /** The pointer was released. Not called after Escape. */
  drop(held: Held): void;
  /** The last call of each drag, after `drop` too. */
  end(held: Held): void;
}

/** A pointer that moves less than this clicks and does not drag. */
const clickPx = 6;

/**
 * Returns a function that a pressed pointer calls to drag something, with a mouse, a pen or a finger. Escape ends the drag
 * without a drop. The click after a drag is ignored.
 */
export function useDrag<Held>(actions: DragActions<Held>): (press: PointerEvent, held: Held) => void {
  const latest = useRef(actions);
  latest.current = actions;
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);

  return (press, held) => {
    leave.current();
    const source = press.currentTarget;
    const from = { x: press.clientX, y: press.clientY };
    let at: Point = from;
    let edges: EdgeScroll | null = null;
    let wasDragged = false;
    const listening = new AbortController();
    const on = <Type extends keyof WindowEventMap>(type: Type, hear: (heard: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, hear, { signal: listening.signal, capture: true });
    const follow = () => latest.current.follow(held, at, from);

    function begin(): void {
      wasDragged = true;
      if (source instanceof Element) source.setPointerCapture(press.pointerId);
      edges = createEdgeScroll(latest.current.pane(held), latest.current.axis, follow);
    }

    function end(): void {
      if (edges === null) return;
      edges.stop();
      edges = null;
      latest.current.end(held);
    }

    leave.current = () => {
      listening.abort();
      end();
    };

    on('pointermove', ({ pointerId, clientX, clientY }) => {
      if (pointerId !== press.pointerId) return;
      at = { x: clientX, y: clientY };
      if (!wasDragged && Math.hypot(at.x - from.x, at.y - from.y) >= clickPx) begin();
      if (edges === null) return;
      edges.point(latest.current.axis === 'x' ? at.x : at.y);
      follow();
    });
    on('pointerup', ({ pointerId }) => {
      if (pointerId !== press.pointerId) return;
      if (edges !== null) latest.current.drop(held);
      end();
      // The click follows at once, before any timer.
      setTimeout(() => listening.abort());
    });
    on('pointercancel', ({ pointerId }) => pointerId === press.pointerId && leave.current());
    on('keydown', (event) => {
      if (event.key !== 'Escape' || edges === null) return;
      ignore(event);
      end();
    });
    on('click', (event) => wasDragged && ignore(event));
  };
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
