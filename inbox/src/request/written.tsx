import { type IconNode, Mail, MessageSquareText, StickyNote } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { type EntryKind, entryReaders } from '../../../src/events/event-kinds.ts';
import { DeliveryState } from '../deliveries/delivery-text.tsx';
import type { RequestDeliveries } from '../deliveries/request-deliveries.tsx';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { actorText, eventText } from '../parts/event-text.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { useTask } from '../parts/use-task.ts';
import { EntryTime } from './small-entries.tsx';
import type { WrittenEvent } from './timeline-entries.ts';

interface WrittenProps {
  readonly event: WrittenEvent;
  readonly sent: RequestDeliveries;
  readonly mayWrite: boolean;
  /** Called with the words of a message that was cancelled. */
  onWithdrawn(words: string): void;
}

const icons: Readonly<Record<EntryKind, IconNode>> = {
  note: StickyNote,
  message: Mail,
  'public-message': MessageSquareText,
};

/** A note, a message to the customer, or a text for the status page. Texts that the customer reads have another style. */
export function Written({ event, sent, mayWrite, onWithdrawn }: WrittenProps) {
  const translator = useTranslator();
  const formats = useFormats();
  const { text: words, deliveryId } = contentOf(event.to);
  const delivery = sent.deliveries.find(({ id }) => id === deliveryId);
  return (
    <li
      class={`entry written written-${event.kind} for-${entryReaders[event.kind]} delivery-${delivery?.state ?? 'none'}`}
      data-seq={event.seq}
    >
      <p class="entry-head">
        <Icon of={icons[event.kind]} />
        <span>
          <bdi class="actor">{actorText(event.actor, translator)}</bdi> {eventText(event, translator, formats)}{' '}
          {delivery && <DeliveryState state={delivery.state} />} <EntryTime at={event.at} />
        </span>
      </p>
      <ExactText text={words} />
      {mayWrite && delivery?.state === 'pending' && delivery.attemptCount === 0 && (
        <Withdrawal
          path={`/requests/${event.requestId}/messages/${delivery.id}`}
          dueAt={delivery.dueAt}
          onEnd={sent.reload}
          onWithdrawn={() => onWithdrawn(words)}
        />
      )}
    </li>
  );
}

/** How long the service keeps a message back. */
const keptSeconds = 15;

interface WithdrawalProps {
  readonly path: string;
  /** When the message is sent. */
  readonly dueAt: string | null;
  /** Called also when the message could not be cancelled. */
  onEnd(): void;
  onWithdrawn(): void;
}

/** A button that cancels a message before it is sent. */
function Withdrawal({ path, dueAt, onEnd, onWithdrawn }: WithdrawalProps) {
  const { text } = useTranslator();
  const { call } = useInbox();
  const task = useTask();
  const seconds = useSecondsLeft(dueAt);
  const [isWithdrawn, setWithdrawn] = useState(false);

  async function withdraw(): Promise<void> {
    const isDone = await task.run(async () => {
      await call('DELETE', path);
    });
    onEnd();
    if (!isDone) return;
    setWithdrawn(true);
    onWithdrawn();
  }

  if (isWithdrawn) return null;
  return (
    <>
      <p class="actions">
        <button
          type="button"
          class="button button-plain button-small"
          aria-disabled={task.isBusy}
          onClick={() => void withdraw()}
        >
          {text('messageTakeBack')}
        </button>
        <span class="hint">{text('messageGoesIn', { seconds })}</span>
      </p>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
    </>
  );
}

/** Counts down. The clocks of browser and service may differ. */
function useSecondsLeft(dueAt: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = dueAt === null ? 0 : Math.ceil((Date.parse(dueAt) - now) / 1000);
  return Math.min(Math.max(left, 0), keptSeconds);
}

function contentOf(value: unknown): { readonly text: string; readonly deliveryId: string | null } {
  if (typeof value === 'string') return { text: value, deliveryId: null };
  const { text, deliveryId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { text: String(text ?? ''), deliveryId: String(deliveryId ?? '') };
}
