import { useCell, usePart } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Cover } from '../parts/cover.tsx';
import { DueMark, Labels } from '../parts/due-and-labels.tsx';
import { PriceMark } from '../parts/price-mark.tsx';
import { RepeatMark } from '../parts/repeat-mark.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useCurrentItem } from '../parts/use-current-item.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';
import { SelectBox } from './select-box.tsx';

interface RequestTileProps {
  readonly id: string;
  readonly path: string;
}

/** A request by its first picture. */
export function RequestTile({ id, path }: RequestTileProps) {
  const { list, requests } = useInbox();
  const { text, direction } = useTranslator();
  const formats = useFormats();
  const now = useMinute();
  const request = useCell(requests.cell(id));
  const typeName = useTypeName(request);
  const isCurrent = usePart(list.current, (current) => current === id);
  const tile = useCurrentItem(isCurrent, false);

  if (!request) return request === null ? <li class="tile gone">{text('erased')}</li> : null;
  const { unread, status, createdAt } = request;
  const name = shownName(request.customerName);
  return (
    <li ref={tile} class={['tile', unread && 'unread', isCurrent && 'current'].filter(Boolean).join(' ')}>
      <SelectBox request={request} />
      <Link to={path} onFocus={() => list.current.set(id)}>
        <Cover request={request} />
        <span class="tile-line">
          {unread && <span class="dot" role="img" aria-label={text('unread')} />}
          <bdi class="name" title={name}>
            {name}
          </bdi>
          <RepeatMark id={id} />
          <time class="age" dateTime={createdAt} title={formats.time(createdAt)}>
            {formats.age(createdAt, now)}
          </time>
        </span>
        <span class="tile-line tile-facts" dir={direction}>
          {status !== 'NEW' && <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>}
          {typeName !== null && <bdi class="tile-type">{typeName}</bdi>}
          <PriceMark request={request} />
          <DueMark request={request} now={now} />
          <Labels labels={request.labels} />
        </span>
      </Link>
    </li>
  );
}
