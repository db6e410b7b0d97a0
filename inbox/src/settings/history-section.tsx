import './entries.css';
import { CircleUserRound, Cog } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { requestNumberOf } from '../../../src/intake/submission/request-number.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { dayOf, daysAfter, useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createAccountsApi, type HistoryEvent, type HistoryPage } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { actorText, eventText } from '../parts/event-text.ts';
import { FilledText } from '../parts/filled-text.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';
import { Avatar } from './avatar.tsx';
import { groupByDay } from './history-days.ts';
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
      {groupByDay(pages.flatMap(({ items }) => items)).map(({ day, events }) => (
        <section key={day} class="history-day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            <DayName day={day} />
          </h2>
          <ol class="entries">
            {events.map((event) => (
              <HistoryRow key={event.seq} event={event} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton next={pages.at(-1)?.next ?? null} more={more} onMore={(page) => setPages([...pages, page])} />
    </>
  );
}

function DayName({ day }: { readonly day: string }) {
  const { text } = useTranslator();
  const formats = useFormats();
  const now = useMinute();
  if (day === dayOf(now)) return <>{text('today')}</>;
  return <>{day === dayOf(daysAfter(now, -1)) ? text('yesterday') : formats.longDay(day, now)}</>;
}

function HistoryRow({ event }: { readonly event: HistoryEvent }) {
  const translator = useTranslator();
  const formats = useFormats();
  const { actor, at, kind, to, requestId, customerName } = event;
  const actorName = actorText(actor, translator);
  const actorPart = <bdi class="actor">{actorName}</bdi>;
  const customer = requestId !== null && (
    <Link to={`/requests/${requestId}`}>
      <bdi>{customerName === null ? requestNumberOf(requestId) : shownName(customerName)}</bdi>
    </Link>
  );
  const key = sentenceOf(kind, to);
  return (
    <li class="with-mark">
      {actor.kind === 'operator' && actor.name !== null ? (
        <Avatar name={actorName} />
      ) : (
        <span class="avatar">
          <Icon of={actor.kind === 'operator' ? CircleUserRound : Cog} />
        </span>
      )}
      <p class="entry-text">
        {key !== null && customer !== false ? (
          <FilledText write={(values) => translator.text(key, values)} parts={{ actor: actorPart, customer }} />
        ) : (
          <>
            {actorPart} {ownersEventText(event, translator) ?? eventText(event, translator, formats)}{' '}
            {customer && <span class="entry-customer">{customer}</span>}
          </>
        )}
      </p>
      <time class="muted" dateTime={at} title={formats.time(at)}>
        {formats.clock(at)}
      </time>
    </li>
  );
}

/** Returns the text of a sentence that names the customer, or null. */
function sentenceOf(kind: HistoryEvent['kind'], to: unknown) {
  if (kind === 'status') return `historyStatus_${to as RequestStatus}` as const;
  return kind === 'note' ? 'historyNote' : null;
}
