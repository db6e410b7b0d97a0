import { useState } from 'preact/hooks';
import { useDrag } from '../../../page-kit/use-drag.ts';

/** The positions that a tile is dragged from and would be dropped at. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface HeldTile {
  readonly tile: HTMLElement;
  readonly tiles: readonly Element[];
  readonly from: number;
  to: number;
}

/** Lets tiles of a list be dragged by their pictures. Buttons do the same. */
export function useTileDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = useDrag<HeldTile>({
    follow(held, at, start) {
      const { tile, tiles, from } = held;
      tile.style.translate = `${at.x - start.x}px ${at.y - start.y}px`;
      const over = tiles.findIndex((one) => one !== tile && contains(one, at.x, at.y));
      held.to = over === -1 ? from : over;
      setDrag({ from, to: held.to });
    },
    drop: ({ from, to }) => from !== to && onMove(from, to),
    end({ tile }) {
      tile.style.translate = '';
      setDrag(null);
    },
  });

  function onPointerDown(press: PointerEvent): void {
    const { target, currentTarget: list, button } = press;
    const tile = target instanceof Element && target.closest('.thumbnail')?.closest('li');
    if (!tile || !(list instanceof Element) || button !== 0) return;
    const tiles = [...list.children];
    const from = tiles.indexOf(tile);
    begin(press, { tile, tiles, from, to: from });
  }

  return { drag, onPointerDown };
}

function contains(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
