import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { BoardModel, BoardColumn as Column } from '../model/board-model.ts';
import { countText, readCount } from '../model/counts.ts';
import { BoardCard } from './board-card.tsx';

export interface BoardColumnProps {
  readonly status: RequestStatus;
  readonly column: Column;
  readonly model: BoardModel;
  /** True while a card is dragged over the column. */
  readonly isTarget: boolean;
  readonly mayWrite: boolean;
  onMove(id: string, status: RequestStatus): void;
}

export function BoardColumn({ status, column, model, isTarget, mayWrite, onMove }: BoardColumnProps) {
  const { text, region } = useTranslator();
  const counts = useCell(model.counts);
  const isLoaded = useCell(model.state).name === 'ready';
  const title = `column-${status}`;
  return (
    <section class={isTarget ? 'column target' : 'column'} data-status={status} aria-labelledby={title}>
      <h2 id={title}>
        <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
        {counts && <span class="count">{countText(readCount(counts[status]), region)}</span>}
      </h2>
      <div class="cards">
        <ul>
          {column.ids.map((id) => (
            <BoardCard key={id} id={id} mayWrite={mayWrite} onMove={(next) => onMove(id, next)} />
          ))}
        </ul>
        {isLoaded && column.ids.length === 0 && <p class="muted">{text('columnEmpty')}</p>}
        {column.hasMore && (
          <button type="button" class="quiet" onClick={() => void model.more(status)}>
            {text('more')}
          </button>
        )}
      </div>
    </section>
  );
}
