import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Cover } from '../parts/cover.tsx';
import { DueSign, Labels } from '../parts/due-and-labels.tsx';
import { MoveMenu } from '../parts/move-menu.tsx';
import { PriceMark } from '../parts/price-mark.tsx';
import { RepeatMark } from '../parts/repeat-mark.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';

interface BoardCardProps {
  readonly id: string;
  readonly mayWrite: boolean;
  onMove(status: RequestStatus): void;
  /** Moves the card by one position in its column. Null where cards are in the order of their due dates. */
  readonly onShift: ((step: 1 | -1) => void) | null;
}

export function BoardCard({ id, mayWrite, onMove, onShift }: BoardCardProps) {
  const { requests } = useInbox();
  const { text, direction } = useTranslator();
  const formats = useFormats();
  const now = useMinute();
  const request = useCell(requests.cell(id));
  const type = useTypeName(request);
  if (!request) return null;
  const { createdAt, dueOn, labels, unread } = request;
  const name = shownName(request.customerName);
  return (
    <li class={unread ? 'board-card unread' : 'board-card'} data-request={id}>
      <Link to={`/requests/${id}`} draggable={false}>
        <span class="card-cover">
          <Cover request={request} />
          <Labels labels={labels} />
        </span>
        <span class="card-line">
          {unread && <span class="dot" role="img" aria-label={text('unread')} />}
          <bdi class="name" title={name}>
            {name}
          </bdi>
          <RepeatMark id={id} />
        </span>
        <span class="card-line card-text" dir={direction}>
          <bdi class="card-type" title={type ?? undefined}>
            {type}
          </bdi>
        </span>
        <span class="card-facts">
          <PriceMark request={request} />
          {dueOn === null ? (
            <time class="age" dateTime={createdAt} title={formats.time(createdAt)}>
              {formats.ageOrDay(createdAt, now)}
            </time>
          ) : (
            <DueSign request={request} now={now} />
          )}
        </span>
      </Link>
      {mayWrite && <MoveMenu request={request} onMove={onMove} onShift={onShift} />}
    </li>
  );
}
