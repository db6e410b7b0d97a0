import { Inbox } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest, RequestEvent } from '../api/shapes.ts';
import type { RequestDeliveries } from '../deliveries/request-deliveries.tsx';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { EntryTime, SmallEntries } from './small-entries.tsx';
import { timelineOf } from './timeline-entries.ts';
import { Written } from './written.tsx';

interface TimelineProps {
  readonly request: InboxRequest;
  /** All events of the request. */
  readonly events: readonly RequestEvent[];
  readonly sent: RequestDeliveries;
  readonly mayWrite: boolean;
  /** Called with the words of a message that was cancelled. */
  onWithdrawn(words: string): void;
}

/** All that came after the request, in order of time. */
export function Timeline({ request, events, sent, mayWrite, onWithdrawn }: TimelineProps) {
  const { text } = useTranslator();
  const entries = timelineOf(events, sent.deliveries);
  const list = useRef<HTMLOListElement>(null);
  const written = entries.findLast((entry) => entry.kind === 'written')?.event.seq;
  useEffect(() => {
    // A person who writes sees the text just sent, and the button that cancels it. The field keeps the focus.
    if (document.activeElement?.closest('.composer')) {
      list.current?.querySelector(`[data-seq="${written}"]`)?.scrollIntoView({ block: 'end' });
    }
  }, [written, sent.deliveries.length]);
  return (
    <ol ref={list} class="timeline" aria-label={text('timeline')}>
      <li class="change">
        <Icon of={Inbox} />
        <span>
          <bdi class="actor">{shownName(request.customerName)}</bdi> {text('eventCreated')}{' '}
          <EntryTime at={request.createdAt} />
        </span>
      </li>
      {entries.map((entry) =>
        entry.kind === 'written' ? (
          <Written
            key={entry.event.seq}
            event={entry.event}
            sent={sent}
            mayWrite={mayWrite}
            onWithdrawn={onWithdrawn}
          />
        ) : (
          <SmallEntries key={entry.key} run={entry} />
        ),
      )}
    </ol>
  );
}
