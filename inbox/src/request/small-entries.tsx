import { Ban, CalendarDays, CircleDot, Download, type IconNode, Link2, Mail, MessageSquareText, Tag } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestEvent } from '../api/shapes.ts';
import { DeliveryState, subjectText } from '../deliveries/delivery-text.tsx';
import { dayOf, useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { actorText, eventText } from '../parts/event-text.ts';
import { useMinute } from '../parts/use-minute.ts';
import type { SmallEntry, SmallRun } from './timeline-entries.ts';

const icons: Readonly<Partial<Record<RequestEvent['kind'], IconNode>>> = {
  status: CircleDot,
  due: CalendarDays,
  labels: Tag,
  download: Download,
  export: Download,
  'status-link': Link2,
  'public-message': MessageSquareText,
  message: Ban,
};

/** A line for each change and each mail of the service. A long run shows its last lines. */
export function SmallEntries({ run: { folded, shown } }: { readonly run: SmallRun }) {
  const { text } = useTranslator();
  return (
    <li class="changes">
      {folded.length > 0 && (
        <details>
          <summary>{text('changesFolded', { count: folded.length })}</summary>
          <Lines entries={folded} />
        </details>
      )}
      <Lines entries={shown} />
    </li>
  );
}

function Lines({ entries }: { readonly entries: readonly SmallEntry[] }) {
  return (
    <ol>
      {entries.map((entry) =>
        entry.kind === 'mail' ? (
          <MailLine key={entry.delivery.id} {...entry} />
        ) : (
          <ChangeLine key={entry.event.seq} {...entry} />
        ),
      )}
    </ol>
  );
}

function ChangeLine({ event }: Extract<SmallEntry, { kind: 'change' }>) {
  const translator = useTranslator();
  const status = event.kind === 'status' ? String(event.to).toLowerCase() : '';
  return (
    <li class={`change chip-${status}`}>
      <Icon of={icons[event.kind] ?? CircleDot} />
      <span>
        <bdi class="actor">{actorText(event.actor, translator)}</bdi> {eventText(event, translator, useFormats())}{' '}
        <EntryTime at={event.at} />
      </span>
    </li>
  );
}

function MailLine({ delivery }: Extract<SmallEntry, { kind: 'mail' }>) {
  const translator = useTranslator();
  const { text } = translator;
  const { state } = delivery;
  return (
    <li class="change">
      <Icon of={Mail} />
      <span>
        {text('mailOf', { subject: subjectText(delivery, translator) })} ·{' '}
        {state === 'cancelled' ? text('mailCancelled') : <DeliveryState state={state} />}{' '}
        <EntryTime at={delivery.createdAt} />
      </span>
    </li>
  );
}

/** The age today, the date and time before. */
export function EntryTime({ at }: { readonly at: string }) {
  const { age, time } = useFormats();
  const now = useMinute();
  return (
    <time class="muted" dateTime={at} title={time(at)}>
      {dayOf(Date.parse(at)) === dayOf(now) ? age(at, now) : time(at)}
    </time>
  );
}
