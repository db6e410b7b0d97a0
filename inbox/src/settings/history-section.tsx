import { useMemo, useState } from 'preact/hooks';
import { requestNumberOf } from '../../../src/intake/submission/request-number.ts';
import type { RequestEvent } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createAccountsApi, type HistoryPage } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { actorText, eventText } from '../parts/event-text.ts';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Link } from '../router/router.tsx';
import { ownersEventText } from './owners-event-text.ts';

/** The audit history, newest first. */
export function HistorySection() {
  const { call } = useInbox();
  const { text } = useTranslator();
  const api = useMemo(() => createAccountsApi(call), [call]);
  const [first, reload] = useLoaded(() => api.history(null));
  return (
    <LoadedPart state={first} reload={reload}>
      {(page) =>
        page.items.length === 0 ? (
          <p class="muted">{text('historyNone')}</p>
        ) : (
          <Pages first={page} more={(cursor) => api.history(cursor)} />
        )
      }
    </LoadedPart>
  );
}

interface PagesProps {
  readonly first: HistoryPage;
  more(cursor: string): Promise<HistoryPage>;
}

function Pages({ first, more }: PagesProps) {
  const [pages, setPages] = useState<readonly HistoryPage[]>([first]);
  return (
    <>
      <ol class="entries">
        {pages
          .flatMap(({ items }) => items)
          .map((event) => (
            <HistoryRow key={event.seq} event={event} />
          ))}
      </ol>
      <MoreButton next={pages.at(-1)?.next ?? null} more={more} onMore={(page) => setPages([...pages, page])} />
    </>
  );
}

function HistoryRow({ event }: { readonly event: RequestEvent }) {
  const translator = useTranslator();
  const formats = useFormats();
  const { actor, at, requestId } = event;
  return (
    <li>
      <span>
        <bdi class="actor">{actorText(actor, translator)}</bdi>{' '}
        {ownersEventText(event, translator) ?? eventText(event, translator, formats)}
      </span>
      {requestId !== null && <Link to={`/requests/${requestId}`}>{requestNumberOf(requestId)}</Link>}
      <time class="muted" dateTime={at}>
        {formats.time(at)}
      </time>
    </li>
  );
}
