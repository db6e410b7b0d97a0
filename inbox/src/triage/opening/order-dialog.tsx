import { useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../../page-kit/announcer.tsx';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadedPart, useLoaded } from '../../parts/loaded-part.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useEntryDrag } from '../../studio/use-entry-drag.ts';
import { OrderRow } from './order-row.tsx';

const mostShown = 200;

/** The waiting list, whose order is changed by dragging or by buttons. */
export function OrderDialog({ onClose }: { onClose(): void }) {
  const { api } = useInbox();
  const { text } = useIntakeWords();
  const [page, reload] = useLoaded(() =>
    api.list({ filter: { status: ['WAITLISTED'] }, sort: 'rank', cursor: null, limit: mostShown }),
  );
  return (
    <Dialog title={text('orderTitle')} onClose={onClose}>
      <p class="hint">{text('orderHint')}</p>
      <LoadedPart state={page} reload={reload}>
        {({ items, next }) => (
          <>
            <Order waiting={items} isCut={next !== null} />
            {next !== null && <p class="hint">{text('orderCut', { count: items.length })}</p>}
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}

interface OrderProps {
  readonly waiting: readonly InboxRequest[];
  /** More requests wait than are shown. */
  readonly isCut: boolean;
}

function Order({ waiting, isCut }: OrderProps) {
  const { call, requests, list } = useInbox();
  const { text } = useIntakeWords();
  const { say } = useAnnouncer();
  const [order, setOrder] = useState(waiting);
  const task = useTask();
  const listElement = useRef<HTMLOListElement>(null);
  const drag = useEntryDrag(listElement, (from, to) => void move(from, to));

  async function move(from: number, to: number): Promise<void> {
    const moved = order[from];
    if (moved === undefined || to < 0 || to >= order.length) return;
    const rest = order.filter((request) => request !== moved);
    const before = rest[to]?.id ?? null;
    // More requests follow the last shown one.
    if (before === null && isCut) return;
    setOrder([...rest.slice(0, to), moved, ...rest.slice(to)]);
    const isMoved = await task.run(async () => {
      requests.put(await call('POST', `/requests/${moved.id}/place`, { body: { before } }));
    });
    if (!isMoved) return setOrder(order);
    say(text('rankIs', { name: shownName(moved.customerName), rank: to + 1 }));
    if (list.view.value.sort === 'rank') list.reload();
  }

  return (
    <>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <ol class="order-list" ref={listElement} aria-label={text('orderTitle')}>
        {order.map((request, position) => (
          <OrderRow
            key={request.id}
            request={request}
            position={position}
            isLast={position === order.length - 1}
            isDragged={drag.from === position}
            isTarget={drag.before === position && drag.from !== position}
            onGrab={(event) => drag.begin(event, position)}
            onMove={(step) => void move(position, position + step)}
          />
        ))}
      </ol>
    </>
  );
}
