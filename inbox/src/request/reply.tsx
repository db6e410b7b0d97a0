import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { focusUnlessElsewhere } from '../parts/focus.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import type { TextDraft } from '../parts/text-draft.ts';
import { useTask } from '../parts/use-task.ts';
import { pressWhileWriting, useFieldFocus } from '../parts/writing-field.ts';
import { Link } from '../router/router.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { useUnsentReport } from './use-unsent-report.ts';

const maxCharacters = 5000;

interface ReplyProps {
  readonly request: InboxRequest;
  readonly draft: TextDraft;
  /** The field takes the focus when the count rises. */
  readonly focusCount: number;
  onSent(): void;
}

/** Sends a mail to the customer, where mail is configured. */
export function Reply(props: ReplyProps) {
  const status = useCell(useInbox().mail);
  if (status === null) return null;
  if (!status.isSetUp || status.customerLanguage === null) return <NotSetUp hasServer={status.isSetUp} />;
  return <ReplyForm {...props} />;
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

function ReplyForm({ request, draft, focusCount, onSent }: ReplyProps) {
  const { id, language, customerEmail, dueOn } = request;
  const { day, money } = useFormats();
  const due = dueOn && day(dueOn, Date.now());
  const price = request.price && money(request.price);
  const values = { name: shownName(request.customerName), number: request.number, due, price };
  const { text } = useTranslator();
  const { call } = useInbox();
  const { say } = useAnnouncer();
  const task = useTask();
  const field = useFieldFocus(focusCount);
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
      <p id="reply-to" class="visually-hidden">
        {text('messageTo')} <bdi>{customerEmail}</bdi>. {text('messageHint')}
      </p>
      <textarea
        ref={field}
        aria-label={text('customerMessage')}
        {...limitedField(limit, 'reply-to')}
        placeholder={`${text('messageTo')} ${customerEmail}`}
        rows={1}
        dir="auto"
        value={draft.text}
        onInput={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <p class="composer-actions">
        <TemplateMenu text={draft.text} customerLanguage={language} values={values} task={task} onText={draft.set} />
        {draft.text !== '' && (
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={task.isBusy || draft.isSending || !canSend}
          >
            {text('messageSend')}
          </button>
        )}
      </p>
    </form>
  );
}
