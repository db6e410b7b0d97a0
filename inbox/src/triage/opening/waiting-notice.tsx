import { X } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { createStoredCell, useCell } from '../../cells/cell.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox, useRole } from '../../model/inbox-context.ts';
import { searchOf } from '../../model/list-view.ts';
import type { OpeningReport } from '../../model/watch-opening.ts';
import { useTask } from '../../parts/use-task.ts';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { OrderDialog } from './order-dialog.tsx';

/** The request that was next when the bar was dismissed, in this browser. */
const dismissedNext = createStoredCell<string | null>('inbox-dismissed-next', null, (value) =>
  typeof value === 'string' ? value : null,
);

/** Names the next request where a slot is free, and offers to change the order. No request moves by itself (S18). */
export function WaitingNotice() {
  const { opening, list } = useInbox();
  const { text } = useIntakeWords();
  const report = useCell(opening.report);
  const { statuses, q } = useCell(list.view);
  const mayWrite = useRole('operator');
  const [isOrdering, setOrdering] = useState(false);
  const dismissed = useCell(dismissedNext);
  if (report === null || q !== '' || (statuses !== 'open' && String(statuses) !== 'WAITLISTED')) return null;
  const next = report.waiting.next?.id ?? null;
  const free = next === dismissed ? 0 : freeSlots(report);
  const mayOrder = mayWrite && report.waiting.count > 1 && statuses !== 'open';
  if (free === 0 && !mayOrder) return null;
  return (
    <div class="waiting-notice">
      {free > 0 && <Next report={report} free={free} mayWrite={mayWrite} />}
      {mayOrder && (
        <button type="button" class="button button-plain button-small" onClick={() => setOrdering(true)}>
          {text('order')}
        </button>
      )}
      {free > 0 && (
        <button
          type="button"
          class="button button-plain button-small button-icon"
          aria-label={text('nextDismiss')}
          title={text('nextDismiss')}
          onClick={() => dismissedNext.set(next)}
        >
          <Icon of={X} />
        </button>
      )}
      {isOrdering && <OrderDialog onClose={() => setOrdering(false)} />}
    </div>
  );
}

interface NextProps {
  readonly report: OpeningReport;
  readonly free: number;
  readonly mayWrite: boolean;
}

function Next({ report, free, mayWrite }: NextProps) {
  const { requests, decisions, list } = useInbox();
  const { text } = useIntakeWords();
  const task = useTask();
  const { next } = report.waiting;
  if (next === null) return null;
  const { id, number } = next;
  const name = shownName(next.customerName);

  async function accept(): Promise<void> {
    await task.run(async () => {
      // The list may not contain the request.
      if (await requests.load(id)) await decisions.decide(id, 'ACCEPTED');
    });
  }

  return (
    <p role="status">
      <span>
        {text('slotsFree', { count: free })}{' '}
        <Link to={pathOf({ name: 'request', id }) + searchOf(list.view.value)}>
          <bdi>{text('nextIs', { name, number })}</bdi>
        </Link>
      </span>
      {mayWrite && (
        <button type="button" class="button button-small" aria-disabled={task.isBusy} onClick={() => void accept()}>
          <bdi>{text('nextAccept', { name })}</bdi>
        </button>
      )}
      {task.fault !== '' && <span class="fault">{task.fault}</span>}
    </p>
  );
}

/** Returns the number of free slots for the next request, and 0 without limits. */
function freeSlots({ slots, types, waiting: { next } }: OpeningReport): number {
  if (next === null) return 0;
  const left = types.find(({ id }) => id === next.typeId)?.left ?? null;
  return left ?? slots.free ?? 0;
}
