import { useLayoutEffect, useRef } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell, usePart } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { excerptOf } from '../model/excerpt.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { DueAndLabels } from '../parts/due-and-labels.tsx';
import { FilePicture } from '../parts/file-picture.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';

export interface RequestRowProps {
  readonly id: string;
  readonly path: string;
  readonly isOpen: boolean;
}

export function RequestRow({ id, path, isOpen }: RequestRowProps) {
  const { list, requests, selection } = useInbox();
  const { text } = useTranslator();
  const request = useCell(requests.cell(id));
  const isCurrent = usePart(list.current, (current) => current === id);
  const isSelected = usePart(selection.ids, (ids) => ids.has(id));
  const mayWrite = useRole('operator');
  const row = useRef<HTMLLIElement>(null);

  useLayoutEffect(() => {
    if (!isCurrent || !row.current) return;
    // The open request keeps the focus.
    if (!isOpen) row.current.querySelector('a')?.focus({ preventScroll: true });
    return bringIntoView(row.current);
  }, [isCurrent, isOpen]);

  if (!request) return request === null ? <li class="row gone">{text('erased')}</li> : null;
  return (
    <li ref={row} class={classOf(request, isCurrent, isOpen)}>
      {mayWrite && (
        <label class="tick">
          <input
            type="checkbox"
            checked={isSelected}
            onClick={({ shiftKey }) => (shiftKey ? selection.toggleTo(id, list.ids.value) : selection.toggle(id))}
            aria-label={text('select', { name: shownName(request.customerName), number: request.number })}
          />
        </label>
      )}
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

const scrollFrames = 4;

/** Scrolls to the row in each of the next frames, because the browser only estimates the height of unrendered rows. */
function bringIntoView(row: HTMLElement): () => void {
  let left = scrollFrames;
  let frame = 0;
  const scroll = () => {
    row.scrollIntoView({ block: 'nearest' });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(scroll);
  };
  scroll();
  return () => cancelAnimationFrame(frame);
}

function classOf({ unread, status }: InboxRequest, isCurrent: boolean, isOpen: boolean): string {
  return ['row', unread && 'unread', `is-${status.toLowerCase()}`, isCurrent && 'current', isOpen && 'open']
    .filter(Boolean)
    .join(' ');
}

const shownPictures = 4;
const maxLineCharacters = 300;

function Content({ request }: { request: InboxRequest }) {
  const { text, direction } = useTranslator();
  const formats = useFormats();
  const typeName = useTypeName(request.typeId);
  const now = useMinute();
  const { files, createdAt, dueOn, labels, status } = request;
  const name = shownName(request.customerName);
  return (
    <>
      <span class="row-who">
        {request.unread && <span class="dot" role="img" aria-label={text('unread')} />}
        <bdi class="name" title={name}>
          {name}
        </bdi>
        <span class="number">{request.number}</span>
      </span>
      <span class="row-what" dir={direction}>
        <span class="row-line">
          {typeName !== null && <bdi class="type">{typeName}</bdi>}
          <bdi class="first-line">{excerptOf(request.message, maxLineCharacters)}</bdi>
          {status !== 'NEW' && <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>}
        </span>
        {(dueOn !== null || labels.length > 0) && (
          <span class="row-facts">
            <DueAndLabels request={request} now={now} />
          </span>
        )}
      </span>
      {files.length > 0 && (
        <span class="strip">
          {files.slice(0, shownPictures).map((file) => (
            <FilePicture key={file.position} file={file} path={previewPath(request.id, file.position, 'small')} />
          ))}
          {files.length > shownPictures && <span class="rest">+{files.length - shownPictures}</span>}
          <span class="visually-hidden">{text('fileCount', { count: files.length })}</span>
        </span>
      )}
      <time class="age" dateTime={createdAt} title={formats.time(createdAt)}>
        {formats.age(createdAt, now)}
      </time>
    </>
  );
}
