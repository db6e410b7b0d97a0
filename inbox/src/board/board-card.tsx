import { requestStatuses } from '../../../src/customers/events/statuses.ts';
import { previewPath } from '../api/api.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { excerptOf } from '../model/excerpt.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DueAndLabels } from '../parts/due-and-labels.tsx';
import { FilePicture } from '../parts/file-picture.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';

export interface BoardCardProps {
  readonly id: string;
  readonly mayWrite: boolean;
  onMove(status: RequestStatus): void;
}

const shownPictures = 3;
/** Longer text does not fit into a column. */
const maxLineCharacters = 200;

export function BoardCard({ id, mayWrite, onMove }: BoardCardProps) {
  const { requests } = useInbox();
  const { text } = useTranslator();
  const formats = useFormats();
  const now = useMinute();
  const request = useCell(requests.cell(id));
  const type = useTypeName(request?.typeId ?? null);
  if (!request) return null;
  const { number, createdAt, dueOn, labels, files, status, unread, message } = request;
  const name = shownName(request.customerName);
  return (
    <li class={unread ? 'card unread' : 'card'} data-request={id}>
      <Link to={`/requests/${id}`} draggable={false}>
        <span class="card-head">
          {unread && <span class="dot" role="img" aria-label={text('unread')} />}
          <bdi class="name">{name}</bdi>
        </span>
        <span class="card-line">
          {type !== null && <bdi class="type">{type}</bdi>}
          <time class="age" dateTime={createdAt} title={formats.time(createdAt)}>
            {formats.age(createdAt, now)}
          </time>
        </span>
        <bdi class="first-line">{excerptOf(message, maxLineCharacters)}</bdi>
        {files.length > 0 && (
          <span class="strip">
            {files.slice(0, shownPictures).map((file) => (
              <FilePicture key={file.position} file={file} path={previewPath(id, file.position, 'small')} />
            ))}
            {files.length > shownPictures && <span class="rest">+{files.length - shownPictures}</span>}
            <span class="visually-hidden">{text('fileCount', { count: files.length })}</span>
          </span>
        )}
        {(dueOn !== null || labels.length > 0) && (
          <span class="card-facts">
            <DueAndLabels request={request} now={now} />
          </span>
        )}
      </Link>
      {mayWrite && (
        <select
          aria-label={text('moveTo', { name, number })}
          value={status}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as RequestStatus;
            // The select keeps the old status until the service accepts the change.
            currentTarget.value = status;
            onMove(next);
          }}
        >
          {requestStatuses.map((one) => (
            <option key={one} value={one} selected={one === status}>
              {text(`status_${one}`)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
