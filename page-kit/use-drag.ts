import { useEffect, useRef } from 'preact/hooks';

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Scrolls while the pointer rests at an edge. */
export interface EdgeScroll {
  point(at: Point): void;
  stop(): void;
}

/** @typeParam Held The thing that the pointer drags. */
export interface DragActions<Held> {
  /** Called when a drag begins. @param onScroll To be called after each step. */
  edges?(onScroll: () => void): EdgeScroll;
  /** The pointer has moved, or something has scrolled below it. */
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
    let edges: EdgeScroll | undefined;
    let isDragging = false;
    let wasDragged = false;
    const listening = new AbortController();
    const on = <Type extends keyof WindowEventMap>(type: Type, hear: (heard: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, hear, { signal: listening.signal, capture: true });
    const follow = () => latest.current.follow(held, at, from);

    function begin(): void {
      isDragging = wasDragged = true;
      if (source instanceof Element && source.isConnected) source.setPointerCapture(press.pointerId);
      edges = latest.current.edges?.(follow);
    }

    function end(): void {
      if (!isDragging) return;
      isDragging = false;
      edges?.stop();
      latest.current.end(held);
    }

    leave.current = () => {
      listening.abort();
      end();
    };

    on('pointermove', ({ pointerId, buttons, clientX, clientY }) => {
      if (pointerId !== press.pointerId) return;
      // A context menu takes the release of the button along.
      if (buttons === 0) return leave.current();
      at = { x: clientX, y: clientY };
      if (!wasDragged && Math.hypot(at.x - from.x, at.y - from.y) >= clickPx) begin();
      if (!isDragging) return;
      edges?.point(at);
      follow();
    });
    on('pointerup', ({ pointerId }) => {
      if (pointerId !== press.pointerId) return;
      if (isDragging) latest.current.drop(held);
      end();
      // The click follows at once, before any timer.
      setTimeout(() => listening.abort());
    });
    on('pointercancel', ({ pointerId }) => pointerId === press.pointerId && leave.current());
    on('keydown', (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
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
