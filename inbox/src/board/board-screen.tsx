import './board.css';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useKeys } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import { arrange, boardOrder, folded } from '../model/board-choices.ts';
import { createBoardModel } from '../model/board-model.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { FailureNotice, FailureScreen } from '../parts/failure-notice.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useLocation } from '../router/router.tsx';
import { BoardBar } from './board-bar.tsx';
import { BoardColumn } from './board-column.tsx';
import { cardBeside, focusCard, focusedCard } from './card-focus.ts';
import { type Drop, useCardDrag } from './use-card-drag.ts';

/** A column for each status. */
export function BoardScreen() {
  const { api, requests, stream, decisions } = useInbox();
  const { text } = useTranslator();
  useTitle(text('board'));
  const mayWrite = useRole('operator');
  const model = useMemo(() => createBoardModel({ api, requests, stream }), []);
  useEffect(() => model.close, []);
  const columns = useCell(model.columns);
  const state = useCell(model.state);
  const board = useRef<HTMLDivElement>(null);
  // A card that changes its column is rendered as a new element, so the focus is restored after the render.
  const focused = focusedCard();
  useLayoutEffect(() => {
    const isLost = focused !== null && document.activeElement === document.body;
    if (isLost && board.current) focusCard(board.current, focused);
  });

  // A person who closes a request continues at its card.
  const { closed } = useLocation();
  const isLoaded = state.name === 'ready';
  useEffect(() => {
    if (isLoaded && closed !== null && board.current && document.activeElement === document.body) {
      focusCard(board.current, closed);
    }
  }, [isLoaded]);

  const foldedStatuses = useCell(folded);
  const isByHand = useCell(boardOrder) === 'hand';

  function move(id: string, status: RequestStatus): void {
    // A folded column has no card that could have the focus.
    if (foldedStatuses.includes(status)) {
      decideAndGoOn(id, status);
      return;
    }
    if (board.current) focusCard(board.current, id);
    void decisions.decide(id, status);
  }

  /** Puts a dragged card where it was dropped. */
  function drop(id: string, { status, before }: Drop): void {
    if (isByHand) arrange(columns[status].ids, id, before);
    if (requests.cell(id).value?.status !== status) move(id, status);
  }

  /** Decides the focused card by a key, and focuses the next card of the column, as in the list. */
  function decide(status: RequestStatus): void {
    const id = focusedCard();
    if (id !== null && !decisions.refuses(id, status)) decideAndGoOn(id, status);
  }

  function decideAndGoOn(id: string, status: RequestStatus): void {
    if (!board.current) return;
    const next = cardBeside(board.current, id, 'down') ?? cardBeside(board.current, id, 'up');
    if (next !== null) focusCard(board.current, next);
    void decisions.decide(id, status);
  }

  const step = (direction: 'up' | 'down' | 'left' | 'right') => {
    if (!board.current) return;
    const next = cardBeside(board.current, focusedCard(), direction);
    if (next !== null) focusCard(board.current, next);
  };

  useKeys({
    next: () => step('down'),
    previous: () => step('up'),
    ...(mayWrite && {
      accept: () => decide('ACCEPTED'),
      waitlist: () => decide('WAITLISTED'),
      decline: () => decide('DECLINED'),
    }),
  });
  const drag = useCardDrag(board, mayWrite, drop);

  const isNothingKnown = requestStatuses.every((status) => columns[status].ids.length === 0);
  if (state.name === 'failed' && isNothingKnown) {
    return (
      <main id="main" class="board-screen">
        <BoardBar />
        <FailureScreen error={state.error} onRetry={model.reload} />
      </main>
    );
  }
  return (
    <main id="main" class="board-screen">
      <BoardBar />
      {state.name === 'failed' && <FailureNotice error={state.error} onRetry={model.reload} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards are pressed, and this element listens */}
      <div
        class={isByHand ? 'board by-hand' : 'board'}
        ref={board}
        aria-busy={state.name === 'loading'}
        onPointerDown={drag.begin}
        onKeyDown={(event) => {
          const direction = arrows[event.key];
          if (!direction || !(event.target instanceof HTMLAnchorElement)) return;
          event.preventDefault();
          step(direction);
        }}
      >
        {requestStatuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            column={columns[status]}
            model={model}
            isTarget={drag.over === status}
            isFolded={foldedStatuses.includes(status)}
            mayWrite={mayWrite}
            onMove={move}
          />
        ))}
      </div>
    </main>
  );
}

const arrows: Readonly<Record<string, 'up' | 'down' | 'left' | 'right'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
