import { useEffect, useRef, useState } from 'preact/hooks';

/** A shorter way is a click. */
const leastPixels = 6;

/** The place that a tile is dragged from, and the one where it would be dropped. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface HeldTile {
  readonly tile: HTMLElement;
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Lets tiles of a list be dragged by their pictures, with mouse, pen and finger. Buttons do the same. */
export function useTileDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<HeldTile | null>(null);
  const wasDragged = useRef(false);

  function letGo(): void {
    held.current?.tile.style.removeProperty('translate');
    held.current = null;
    setDrag(null);
  }

  useEffect(() => {
    if (!drag) return;
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && letGo();
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  }, [drag === null]);

  const handlers = {
    onPointerDown({ target, currentTarget, button, clientX: x, clientY: y }: PointerEvent) {
      wasDragged.current = false;
      const tile = target instanceof Element && target.closest('.thumbnail')?.closest('li');
      if (!tile || button !== 0) return;
      const index = tilesOf(currentTarget).indexOf(tile);
      held.current = { tile, index, x, y };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
      if (!held.current || !(currentTarget instanceof Element)) return;
      const { tile, index: from, x, y } = held.current;
      const [right, down] = [clientX - x, clientY - y];
      if (!drag && Math.hypot(right, down) < leastPixels) return;
      if (!drag) currentTarget.setPointerCapture(pointerId);
      wasDragged.current = true;
      tile.style.translate = `${right}px ${down}px`;
      const to = tilesOf(currentTarget).findIndex((one) => one !== tile && holds(one, clientX, clientY));
      setDrag({ from, to: to === -1 ? from : to });
    },
    onPointerUp() {
      letGo();
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
    },
    onPointerCancel: letGo,
    /** The click that ends a drag does not open the picture. */
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
  return { drag, handlers };
}

function tilesOf(list: EventTarget | null): readonly Element[] {
  return list instanceof Element ? [...list.children] : [];
}

function holds(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
