import { useMemo } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell, usePart } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { beginsAtRight } from '../model/excerpt.ts';
import { shownText, wholeText } from '../model/found-text.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DueMark, Labels } from '../parts/due-and-labels.tsx';
import { PriceMark } from '../parts/price-mark.tsx';
import { RepeatMark } from '../parts/repeat-mark.tsx';
import { ThumbStrip } from '../parts/thumb-strip.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useCurrentItem } from '../parts/use-current-item.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';
import { SelectBox } from './select-box.tsx';

interface RequestRowProps {
  readonly id: string;
  readonly path: string;
  readonly isOpen: boolean;
}

export function RequestRow({ id, path, isOpen }: RequestRowProps) {
  const { list, requests } = useInbox();
  const { text } = useTranslator();
  const request = useCell(requests.cell(id));
  const isCurrent = usePart(list.current, (current) => current === id);
  const row = useCurrentItem(isCurrent, isOpen);

  if (!request) return request === null ? <li class="row gone">{text('erased')}</li> : null;
  return (
    <li ref={row} class={classOf(request, isCurrent, isOpen)}>
      <SelectBox request={request} />
      <Link
        to={path}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => {
          if (!isOpen) list.current.set(id);
        }}
      >
        <Content request={request} />
      </Link>
    </li>
  );
}

function classOf({ unread, status }: InboxRequest, isCurrent: boolean, isOpen: boolean): string {
  return ['row', unread && 'unread', `is-${status.toLowerCase()}`, isCurrent && 'current', isOpen && 'open']
    .filter(Boolean)
    .join(' ');
}

/** Longer text does not fit into two lines. */
const maxTextCharacters = 300;

function Content({ request }: { request: InboxRequest }) {
  const { text, direction } = useTranslator();
  const formats = useFormats();
  const typeName = useTypeName(request);
  const now = useMinute();
  const { createdAt, status } = request;
  const name = shownName(request.customerName);
  const q = usePart(useInbox().list.view, (view) => view.q);
  return (
    <>
      <span class="row-who">
        {request.unread && <span class="dot" role="img" aria-label={text('unread')} />}
        <bdi class="name" title={name}>
          {name}
        </bdi>
        <span class="number">{request.number}</span>
        <RepeatMark id={request.id} />
      </span>
      <span class="row-what" dir={direction}>
        <span class="row-text">
          {typeName !== null && <bdi class="type">{typeName}</bdi>} <FirstLine request={request} q={q} />
        </span>
        <span class="row-facts">
          {status !== 'NEW' && <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>}
          <DueMark request={request} now={now} />
          <Labels labels={request.labels} />
        </span>
      </span>
      <ThumbStrip request={request} />
      <span class="row-end">
        <time class="age" dateTime={createdAt} title={formats.time(createdAt)}>
          {formats.age(createdAt, now)}
        </time>
        <PriceMark request={request} />
      </span>
    </>
  );
}

/** The beginning of the message, or the text that a search found. */
function FirstLine({ request, q }: { readonly request: InboxRequest; readonly q: string }) {
  const shown = useMemo(() => shownText(request, q, maxTextCharacters), [request, q]);
  return (
    <bdi class={beginsAtRight(wholeText(shown)) ? 'first-line from-right' : 'first-line'}>
      {shown.before}
      {shown.found !== '' && <mark>{shown.found}</mark>}
      {shown.after}
    </bdi>
  );
}
