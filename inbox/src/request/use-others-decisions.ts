import { useEffect } from 'preact/hooks';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { actorText } from '../parts/event-text.ts';

/** Shows a toast when somebody else sets the status of the open request. */
export function useOthersDecisions({ id, customerName }: InboxRequest): void {
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
