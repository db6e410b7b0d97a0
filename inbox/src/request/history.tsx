import type { RequestEvent } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { actorText, eventText } from '../parts/event-text.ts';

/** The events of a request, oldest first. */
export function History({ events }: { readonly events: readonly RequestEvent[] }) {
  const { text } = useTranslator();
  return (
    <details class="history">
      <summary>{text('history', { count: events.length })}</summary>
      <ol>
        {events.map((event) => (
          <HistoryEntry key={event.seq} event={event} />
        ))}
      </ol>
    </details>
  );
}

function HistoryEntry({ event }: { readonly event: RequestEvent }) {
  const translator = useTranslator();
  const formats = useFormats();
  return (
    <li>
      <span>
        <bdi class="actor">{actorText(event.actor, translator)}</bdi> {eventText(event, translator, formats)}
      </span>
      <time class="muted" dateTime={event.at}>
        {formats.time(event.at)}
      </time>
    </li>
  );
}
