import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { arrange, boardOrder, toggleFold } from '../model/board-choices.ts';
import type { BoardModel, BoardColumn as Column } from '../model/board-model.ts';
import { countText, readCount } from '../model/counts.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { BoardCard } from './board-card.tsx';

interface BoardColumnProps {
  readonly status: RequestStatus;
  readonly column: Column;
  readonly model: BoardModel;
  /** True while a card is dragged over the column. */
  readonly isTarget: boolean;
  readonly isFolded: boolean;
  readonly mayWrite: boolean;
  onMove(id: string, status: RequestStatus): void;
}

export function BoardColumn({ status, column, model, isTarget, isFolded, mayWrite, onMove }: BoardColumnProps) {
  const { text, region } = useTranslator();
  const { money } = useFormats();
  const counts = useCell(model.counts);
  const sums = useCell(model.sums).filter((sum) => sum.status === status);
  const isLoaded = useCell(model.state).name === 'ready';
  const isByHand = useCell(boardOrder) === 'hand';
  const title = `column-${status}`;
  const name = text(`status_${status}`);

  /** Moves a card by one position. */
  function shift(id: string, step: 1 | -1): void {
    const at = column.ids.indexOf(id);
    const before = column.ids[step === 1 ? at + 2 : at - 1] ?? null;
    if (at + step >= 0 && at + step < column.ids.length) arrange(column.ids, id, before);
  }

  return (
    <section
      class={['column', isTarget && 'target', isFolded && 'folded'].filter(Boolean).join(' ')}
      data-status={status}
      aria-labelledby={title}
    >
      <header>
        <h2 id={title}>
          <StatusIcon status={status} />
          <span class="column-name">{name}</span>
          {counts && <span class="count">{countText(readCount(counts[status]), region)}</span>}
          {sums.length > 0 && <span class="count sum">{sums.map(money).join(' + ')}</span>}
        </h2>
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          aria-label={text(isFolded ? 'columnUnfold' : 'columnFold', { status: name })}
          title={text(isFolded ? 'columnUnfold' : 'columnFold', { status: name })}
          onClick={() => toggleFold(status)}
        >
          <Icon of={isFolded ? ChevronsLeftRight : ChevronsRightLeft} />
        </button>
      </header>
      {!isFolded && (
        <div class="cards">
          <ul>
            {column.ids.map((id) => (
              <BoardCard
                key={id}
                id={id}
                mayWrite={mayWrite}
                onMove={(next) => onMove(id, next)}
                onShift={isByHand ? (step) => shift(id, step) : null}
              />
            ))}
          </ul>
          {isLoaded && column.ids.length === 0 && <p class="muted">{text('columnEmpty')}</p>}
          {column.hasMore && (
            <button type="button" class="quiet" onClick={() => void model.more(status)}>
              {text('more')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
