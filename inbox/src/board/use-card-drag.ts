import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { createEdgeScroll } from '../parts/edge-scroll.ts';

/** A pointer that moves less than this clicks and does not drag. */
const clickPx = 6;

/** Where a card is dropped. */
export interface Drop {
  readonly status: RequestStatus;
  /** The card below it, or null at the end of the column. */
  readonly before: string | null;
}

export interface CardDrag {
  /** The column under the dragged card, or null. */
  readonly over: RequestStatus | null;
  begin(event: PointerEvent): void;
  /** Prevents the click at the end of a drag from opening the request. */
  swallowClick(event: MouseEvent): void;
}

/** Drags cards with a mouse or a pen. Touch scrolls; there the card's menu changes the status. */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  isAllowed: boolean,
  onDrop: (id: string, drop: Drop) => void,
): CardDrag {
  const [over, setOver] = useState<RequestStatus | null>(null);
  const wasDragged = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  /** The card that the dragged one would be put before. */
  const marked = useRef<string | null>(null);

  function mark(next: HTMLElement | null): void {
    for (const one of board.current?.querySelectorAll('.before') ?? []) one.classList.remove('before');
    next?.classList.add('before');
    marked.current = next?.dataset.request ?? null;
  }

  function begin(event: PointerEvent): void {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-request]') : null;
    wasDragged.current = false;
    const isControl = event.target instanceof Element && event.target.closest('select, input, button') !== null;
    if (!isAllowed || !card || isControl || event.button !== 0 || event.pointerType === 'touch') return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost: HTMLElement | null = null;
    let target: RequestStatus | null = null;
    let pointer = start;
    const edges = createEdgeScroll(board.current, 'x', point);

    function move({ clientX, clientY }: PointerEvent): void {
      if (!card || (!ghost && Math.hypot(clientX - start.x, clientY - start.y) < clickPx)) return;
      ghost ??= createGhost(card);
      ghost.style.transform = `translate(${clientX - start.x}px, ${clientY - start.y}px)`;
      wasDragged.current = true;
      pointer = { x: clientX, y: clientY };
      edges.point(clientX);
      point();
    }

    function point(): void {
      if (!card) return;
      target = statusAt(pointer.x, pointer.y);
      mark(cardBelow(board.current, target, pointer.y, card));
      setOver(target);
    }

    function end(): void {
      const id = card?.dataset.request;
      if (ghost && target !== null && id !== undefined) onDrop(id, { status: target, before: marked.current });
      cancel();
    }

    function cancelByKey(key: KeyboardEvent): void {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      cancel();
    }

    function cancel(): void {
      ghost?.remove();
      edges.stop();
      mark(null);
      card?.classList.remove('held');
      setOver(null);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', cancelByKey, true);
      stop.current = null;
    }

    stop.current = cancel;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', cancelByKey, true);
  }

  return {
    over,
    begin,
    swallowClick(event) {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Creates a copy of the card that follows the pointer. The card itself stays in place until the drop. */
function createGhost(card: HTMLElement): HTMLElement {
  const ghost = card.cloneNode(true) as HTMLElement;
  const { left, top, width } = card.getBoundingClientRect();
  ghost.removeAttribute('data-request');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('ghost');
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  card.classList.add('held');
  document.body.append(ghost);
  return ghost;
}

/** Returns the first card of the column whose middle is below the pointer. */
function cardBelow(
  board: HTMLElement | null,
  status: RequestStatus | null,
  y: number,
  dragged: HTMLElement,
): HTMLElement | null {
  const cards = [...(board?.querySelectorAll<HTMLElement>(`[data-status="${status}"] [data-request]`) ?? [])];
  const isBelow = (card: HTMLElement) => {
    const { top, height } = card.getBoundingClientRect();
    return card !== dragged && y < top + height / 2;
  };
  return cards.find(isBelow) ?? null;
}

function statusAt(x: number, y: number): RequestStatus | null {
  return statusOf(document.elementFromPoint(x, y));
}

function statusOf(element: Element | null): RequestStatus | null {
  const name = element?.closest('[data-status]')?.getAttribute('data-status');
  return requestStatuses.find((status) => status === name) ?? null;
}
