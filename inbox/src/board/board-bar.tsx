import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { boardOrder } from '../model/board-choices.ts';
import { type BoardOrder, boardOrders } from '../model/card-comparison.ts';
import { ViewSwitch } from '../parts/view-switch.tsx';
import { BoardSlots } from '../triage/opening/slots.tsx';

/** The name of the board, the order of its cards, and the links to the other views. */
export function BoardBar() {
  const { text } = useTranslator();
  const order = useCell(boardOrder);
  return (
    <div class="bar-row board-bar">
      <h1>{text('board')}</h1>
      <label class="sort">
        <span class="visually-hidden">{text('sort')}</span>
        <select
          class="bar-control"
          value={order}
          onChange={({ currentTarget }) => boardOrder.set(currentTarget.value as BoardOrder)}
        >
          {boardOrders.map((one) => (
            <option key={one} value={one} selected={one === order}>
              {text(`sort_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <BoardSlots />
      <ViewSwitch />
    </div>
  );
}
