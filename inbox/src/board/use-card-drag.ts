import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { type Point, useDrag } from '../../../page-kit/use-drag.ts';
import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { createEdgeScroll, type EdgeScroll } from '../parts/edge-scroll.ts';

/** The target of a drop. */
export interface Drop {
  readonly status: RequestStatus;
  /** The card below it, or null at the end of the column. */
  readonly before: string | null;
}

interface CardDrag {
  /** The column under the dragged card, or null. */
  readonly over: RequestStatus | null;
  begin(event: PointerEvent): void;
}

interface HeldCard {
  readonly card: HTMLElement;
  ghost: HTMLElement | null;
  drop: Drop | null;
  edges: EdgeScroll | null;
}

/** Drags cards with a mouse or a pen. Touch scrolls; there the card's menu changes the status. */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  isAllowed: boolean,
  onDrop: (id: string, drop: Drop) => void,
): CardDrag {
  const [over, setOver] = useState<RequestStatus | null>(null);
  const begin = useDrag<HeldCard>({
    follow(held, at, from) {
      held.edges ??= createEdgeScroll(board.current, 'x', (resting) => follow(held, resting, from));
      held.edges.point(at);
      follow(held, at, from);
    },
    drop({ card, drop }) {
      const id = card.dataset.request;
      if (drop !== null && id !== undefined) onDrop(id, drop);
    },
    end({ card, ghost, edges }) {
      edges?.stop();
      ghost?.remove();
      card.classList.remove('held');
      mark(null);
      setOver(null);
    },
  });

  function follow(held: HeldCard, { x, y }: Point, from: Point): void {
    held.ghost ??= createGhost(held.card);
    held.ghost.style.transform = `translate(${x - from.x}px, ${y - from.y}px)`;
    const status = statusAt(x, y);
    const below = cardBelow(board.current, status, y, held.card);
    held.drop = status && { status, before: below?.dataset.request ?? null };
    mark(below);
    setOver(status);
  }

  /** @param next The card that the dragged one would be put before. */
  function mark(next: HTMLElement | null): void {
    for (const one of board.current?.querySelectorAll('.before') ?? []) one.classList.remove('before');
    next?.classList.add('before');
  }

  return {
    over,
    begin(event) {
      const { target, button, pointerType } = event;
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-request]') : null;
      const isControl = target instanceof Element && target.closest('select, input, button') !== null;
      if (!isAllowed || !card || isControl || button !== 0 || pointerType === 'touch') return;
      begin(event, { card, ghost: null, drop: null, edges: null });
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
