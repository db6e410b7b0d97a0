import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { InboxRequest, RequestEvent } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { DeliveryState } from '../deliveries/delivery-state.tsx';
import type { RequestDeliveries } from '../deliveries/use-request-deliveries.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { actorText } from '../parts/event-text.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { focusUnlessElsewhere } from '../parts/focus-unless-elsewhere.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import { useTextDraft } from '../parts/text-draft.ts';
import { useTask } from '../parts/use-task.ts';
import { pressWhileWriting } from '../parts/writing-keys.ts';
import { Link } from '../router/router.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { withTemplate } from './template-text.ts';
import { useUnsentReport } from './use-unsent-report.ts';

const maxCharacters = 5000;

export interface CustomerMessageProps {
  readonly request: InboxRequest;
  /** All events of the request. */
  readonly events: readonly RequestEvent[];
  readonly sent: RequestDeliveries;
  readonly mayWrite: boolean;
}

/** Sends mails to the customer, where mail is configured, and shows the sent messages. */
export function CustomerMessage({ request, events, sent, mayWrite }: CustomerMessageProps) {
  const { text } = useTranslator();
  const status = useCell(useInbox().mail);
  const { say } = useAnnouncer();
  const draft = useTextDraft(`mail ${request.id}`);
  const field = useRef<HTMLTextAreaElement>(null);
  const messages = events.filter(({ kind, to }) => kind === 'message' && to !== null).reverse();
  if (!mayWrite && messages.length === 0) return null;
  const canSend = status?.isSetUp === true && status.customerLanguage !== null;
  return (
    <section class="notes customer-message" aria-labelledby="customer-message">
      <h2 id="customer-message">{text(mayWrite ? 'customerMessage' : 'customerMessages')}</h2>
      {mayWrite && canSend && <MessageForm request={request} draft={draft} field={field} onSent={sent.reload} />}
      {mayWrite && status !== null && !canSend && <NotSetUp hasServer={status.isSetUp} />}
      <ul>
        {messages.map((event) => (
          <SentMessage
            key={event.seq}
            event={event}
            sent={sent}
            mayWrite={mayWrite}
            onWithdrawn={(words) => {
              draft.set(withTemplate(draft.text, words));
              // The button that had the focus disappears.
              focusUnlessElsewhere(field.current, field.current?.closest('section'));
              say(text('messageTakenBack'));
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function NotSetUp({ hasServer }: { readonly hasServer: boolean }) {
  const { text } = useTranslator();
  const isOwner = useRole('owner');
  if (!hasServer) return <p class="hint">{text('mailNotSetUp')}</p>;
  return (
    <p class="hint">
      {text('mailNoChannel')} {isOwner && <Link to="/settings/channels">{text('settingsChannels')}</Link>}
    </p>
  );
}

interface MessageFormProps {
  readonly request: InboxRequest;
  readonly draft: ReturnType<typeof useTextDraft>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  onSent(): void;
}

function MessageForm({ request, draft, field, onSent }: MessageFormProps) {
  const { id, language, customerEmail } = request;
  const { text } = useTranslator();
  const { call } = useInbox();
  const { say } = useAnnouncer();
  const task = useTask();
  const report = useUnsentReport(request, field);
  const limit = useLengthLimit(draft.text, maxCharacters);
  const canSend = draft.text.trim() !== '' && limit.fault === null;

  async function send(): Promise<void> {
    if (!canSend) return limit.announce();
    if (draft.isSending) return;
    const isSent = await task.run(() =>
      draft.send((words) => report(call('POST', `/requests/${id}/messages`, { body: { text: words } }))),
    );
    if (!isSent) return;
    // The button that had the focus disappears with the text.
    focusUnlessElsewhere(field.current, field.current?.form);
    say(text('messageGoing'));
    onSent();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p id="customer-message-to" class="hint">
        {text('messageTo')} <bdi>{customerEmail}</bdi>
      </p>
      <textarea
        ref={field}
        aria-label={text('customerMessage')}
        {...limitedField(limit, 'customer-message-to')}
        placeholder={text('messageHint')}
        rows={3}
        dir="auto"
        value={draft.text}
        onInput={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <p class="actions">
        <TemplateMenu text={draft.text} customerLanguage={language} task={task} onText={draft.set} />
        {draft.text !== '' && (
          <button type="submit" aria-disabled={task.isBusy || draft.isSending || !canSend}>
            {text('messageSend')}
          </button>
        )}
      </p>
    </form>
  );
}

interface SentMessageProps {
  readonly event: RequestEvent;
  readonly sent: RequestDeliveries;
  readonly mayWrite: boolean;
  onWithdrawn(text: string): void;
}

function SentMessage({ event: { requestId, actor, at, to }, sent, mayWrite, onWithdrawn }: SentMessageProps) {
  const translator = useTranslator();
  const { text } = translator;
  const { time } = useFormats();
  const { call } = useInbox();
  const task = useTask();
  const [isWithdrawn, setWithdrawn] = useState(false);
  const { text: words, deliveryId } = messageOf(to);
  const delivery = sent.deliveries.find(({ id }) => id === deliveryId);
  const canWithdraw = mayWrite && !isWithdrawn && delivery?.state === 'pending' && delivery.attemptCount === 0;

  async function withdraw(): Promise<void> {
    const isDone = await task.run(async () => {
      await call('DELETE', `/requests/${requestId}/messages/${deliveryId}`);
    });
    sent.reload();
    if (!isDone) return;
    setWithdrawn(true);
    onWithdrawn(words);
  }

  return (
    <li>
      <p class="muted">
        <bdi>{actorText(actor, translator)}</bdi> · <time dateTime={at}>{time(at)}</time>
      </p>
      {delivery && (
        <p>
          <DeliveryState state={delivery.state} />
        </p>
      )}
      <ExactText text={words} />
      {canWithdraw && (
        <p class="actions">
          <span class="hint">{text('messageGoing')}</span>
          <button type="button" class="quiet small" aria-disabled={task.isBusy} onClick={() => void withdraw()}>
            {text('messageTakeBack')}
          </button>
        </p>
      )}
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
    </li>
  );
}

function messageOf(value: unknown): { readonly text: string; readonly deliveryId: string } {
  const { text, deliveryId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { text: String(text ?? ''), deliveryId: String(deliveryId ?? '') };
}
