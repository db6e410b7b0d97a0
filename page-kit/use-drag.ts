import { useEffect, useRef } from 'preact/hooks';

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @typeParam Held The thing that the pointer drags. */
interface DragActions<Held> {
  /** The pointer has moved. */
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
 * without a drop. The pointer's click after a drag is ignored.
 */
export function useDrag<Held>(actions: DragActions<Held>): (press: PointerEvent, held: Held) => void {
  const latest = useRef(actions);
  latest.current = actions;
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);

  return (press, held) => {
    leave.current();
    const source = press.currentTarget as Element;
    const from = { x: press.clientX, y: press.clientY };
    let isDragging = false;
    let wasDragged = false;
    const listening = new AbortController();
    const on = <Type extends keyof WindowEventMap>(type: Type, hear: (heard: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, hear, { signal: listening.signal, capture: true });
    const onPointer = (type: 'pointermove' | 'pointerup' | 'pointercancel', hear: (heard: PointerEvent) => void) =>
      on(type, (heard) => heard.pointerId === press.pointerId && hear(heard));

    function end(): void {
      if (!isDragging) return;
      isDragging = false;
      latest.current.end(held);
    }

    leave.current = () => {
      listening.abort();
      end();
    };

    onPointer('pointermove', ({ buttons, clientX: x, clientY: y }) => {
      // A context menu takes the release of the button along.
      if (buttons === 0) return leave.current();
      if (!wasDragged && Math.hypot(x - from.x, y - from.y) >= clickPx) {
        isDragging = wasDragged = true;
        if (source.isConnected) source.setPointerCapture(press.pointerId);
      }
      if (isDragging) latest.current.follow(held, { x, y }, from);
    });
    onPointer('pointerup', () => {
      if (isDragging) latest.current.drop(held);
      end();
      // The click of the pointer follows at once, before any timer.
      setTimeout(() => listening.abort());
    });
    onPointer('pointercancel', () => leave.current());
    on('keydown', (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      ignore(event);
      end();
    });
    // A click by a key has a count of 0. On a busy page it can come before the timer.
    on('click', (event) => wasDragged && event.detail && ignore(event));
  };
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
