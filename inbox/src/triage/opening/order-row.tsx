import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useTypeName } from '../../parts/type-name.ts';

interface OrderRowProps {
  readonly request: InboxRequest;
  readonly position: number;
  readonly isLast: boolean;
  readonly isDragged: boolean;
  /** The dragged request would be dropped before this one. */
  readonly isTarget: boolean;
  onGrab(event: PointerEvent): void;
  onMove(step: 1 | -1): void;
}

export function OrderRow({ request, position, isLast, isDragged, isTarget, onGrab, onMove }: OrderRowProps) {
  const { text } = useIntakeWords();
  const type = useTypeName(request);
  const name = shownName(request.customerName);
  const state = [isDragged && 'dragged', isTarget && 'target'].filter(Boolean).join(' ');
  return (
    <li class={state}>
      <span class="order-grip" title={text('rankDrag', { name })} aria-hidden="true" onPointerDown={onGrab}>
        <Icon of={GripVertical} />
      </span>
      <span class="order-rank">{position + 1}</span>
      <span class="order-name">
        <bdi>{name}</bdi>
        <span class="muted">
          {request.number} {type !== null && <bdi>{type}</bdi>}
        </span>
      </span>
      <Step name={text('rankUp', { name })} isEnd={position === 0} of={ArrowUp} onStep={() => onMove(-1)} />
      <Step name={text('rankDown', { name })} isEnd={isLast} of={ArrowDown} onStep={() => onMove(1)} />
    </li>
  );
}

interface StepProps {
  readonly name: string;
  readonly isEnd: boolean;
  readonly of: typeof ArrowUp;
  onStep(): void;
}

/** Stays in the row at the ends of the list, so that it keeps the focus. */
function Step({ name, isEnd, of, onStep }: StepProps) {
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label={name}
      title={name}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onStep()}
    >
      <Icon of={of} />
    </button>
  );
}
