import { previewPath } from '../../api/api.ts';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { type IntakeTranslator, useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { FilePicture } from '../../parts/file-picture.tsx';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';

type SeenFile = NonNullable<InboxRequest['seenBefore']>[number];

const mostShown = 10;

/** Returns one file for each other request. A file that is the same precedes a picture that looks the same. */
export function otherRequestsOf(seen: readonly SeenFile[]): readonly SeenFile[] {
  const byRequest = new Map<string, SeenFile>();
  for (const file of seen) {
    if (byRequest.get(file.requestId)?.alike !== 'same-file') byRequest.set(file.requestId, file);
  }
  return [...byRequest.values()];
}

/** `Also sent with Ola Nordmann’s request` */
export const alsoSentText =
  ({ text }: IntakeTranslator) =>
  ({ alike, customerName }: SeenFile): string =>
    text(`seen_${alike}`, { name: shownName(customerName) });

interface AlsoSentProps {
  readonly request: InboxRequest;
  readonly others: readonly SeenFile[];
}

/** Other requests with the same files, or with similar pictures (S33). */
export function AlsoSent({ request, others }: AlsoSentProps) {
  const translator = useIntakeWords();
  const { text } = useTranslator();
  const more = others.length - mostShown;
  return (
    <ul class="also-sent" aria-label={translator.text('seenBefore')}>
      {others.slice(0, mostShown).map((other) => {
        const { requestId, position, number, status } = other;
        const file = request.files.find((one) => one.position === position);
        return (
          <li key={requestId}>
            {file && <FilePicture file={file} path={previewPath(request.id, position, 'small')} />}
            <Link to={pathOf({ name: 'request', id: requestId })} title={number}>
              {alsoSentText(translator)(other)}
            </Link>
            <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
          </li>
        );
      })}
      {more > 0 && <li class="muted">{translator.text('seenMore', { count: more })}</li>}
    </ul>
  );
}
