import { useEffect, useRef } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { useRequestDeliveries } from '../deliveries/request-deliveries.tsx';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { actorText } from '../parts/event-text.ts';
import { Composer } from './composer.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { HeldPart } from './guard-parts.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { RequestHead } from './request-head.tsx';
import { RequestSent } from './request-sent.tsx';
import { RequestSide } from './request-side.tsx';
import { RequestTools } from './request-tools.tsx';
import { withTemplate } from './template-text.ts';
import { Timeline } from './timeline.tsx';
import { useChange } from './use-change.ts';
import { useComposer } from './use-composer.ts';
import { useEvents } from './use-events.ts';
import { useInView } from './use-in-view.ts';
import { usePrefetch } from './use-prefetch.ts';

/** The request as the customer sent it, with all later events and a form to answer. */
export function RequestView({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  // A held request is decided by its release.
  const mayWrite = useRole('operator') && !request.held;
  const change = useChange(request.id);
  const { events, onAdded, reload } = useEvents(request.id);
  const sent = useRequestDeliveries(request.id);
  const composer = useComposer(request);
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The tools cover the head as it leaves.
  const isHeadInView = useInView(heading, '-48px 0px 0px');
  usePrefetch(request);
  useOthersDecisions(request);
  // A screen reader continues here, and scroll keys act on the request.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The previous request may have been scrolled.
    article.current?.parentElement?.scrollTo(0, 0);
  }, []);

  // The stream may be slower than the person.
  function onSent(): void {
    reload();
    sent.reload();
  }

  function takeBack(words: string): void {
    const { reply } = composer.drafts;
    reply.set(withTemplate(reply.text, words));
    // The button that had the focus disappears.
    composer.write('reply');
    say(text('messageTakenBack'));
  }

  return (
    <article class={isHeadInView ? 'request' : 'request is-scrolled'} ref={article}>
      <RequestTools request={request} isNamed={!isHeadInView} />
      <RequestHead request={request} heading={heading} />
      <HeldPart request={request} />
      {mayWrite && <DecisionBar request={request} />}
      <PictureStrip request={request} />
      <div class="request-body">
        <div class="request-main">
          <RequestSent request={request} />
          <Timeline request={request} events={events} sent={sent} mayWrite={mayWrite} onWithdrawn={takeBack} />
          {mayWrite && (
            <Composer request={request} composer={composer} change={change} onNote={onAdded} onSent={onSent} />
          )}
        </div>
        <RequestSide request={request} sent={sent} change={change} mayWrite={mayWrite} />
      </div>
    </article>
  );
}

/** Shows a toast when another person sets the status of the open request. */
function useOthersDecisions({ id, customerName }: InboxRequest): void {
  const { stream, sessions, toasts } = useInbox();
  const translator = useTranslator();
  const { text } = translator;
  useEffect(
    () =>
      stream.subscribe({
        onEvent({ requestId, kind, actor, to }) {
          if (requestId !== id || kind !== 'status') return;
          // The person may have decided it in another window.
          if (actor.id === sessions.session.value?.operator.id) return;
          const status = text(`status_${to as RequestStatus}`);
          const name = actorText(actor, translator);
          toasts.show({ text: text('decidedBy', { name, request: shownName(customerName), status }) });
        },
        onGap() {},
      }),
    [id, customerName, translator],
  );
}
