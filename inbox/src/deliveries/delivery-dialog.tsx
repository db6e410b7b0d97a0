import { useMemo, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createDeliveriesApi, type DeliveryDetail, type DeliveryTry } from '../model/deliveries-api.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedPart } from '../parts/loaded-part.tsx';
import { useTask } from '../parts/use-task.ts';
import { AttemptReason } from './attempt-reason.tsx';
import {
  DeliveryState,
  isEmptied,
  isFinished,
  isInProgress,
  isTakenBack,
  stateText,
  subjectText,
} from './delivery-text.tsx';
import { SentContent } from './sent-content.tsx';
import { usePolled } from './use-polled.ts';

interface DeliveryDialogProps {
  readonly id: string;
  /** Called after the delivery was resent. */
  onChanged(): void;
  onClose(): void;
}

/** A delivery with its content and its attempts. */
export function DeliveryDialog({ id, onChanged, onClose }: DeliveryDialogProps) {
  const { text } = useTranslator();
  const { call } = useInbox();
  const api = useMemo(() => createDeliveriesApi(call), [call]);
  const [shown, setShown] = useState(id);
  const [state, reload] = usePolled(
    shown,
    () => api.find(shown),
    (delivery) => isInProgress(delivery, Date.now()),
  );
  const task = useTask();
  const { say } = useAnnouncer();

  async function resend(): Promise<void> {
    await task.run(async () => {
      const { id: again } = await api.resend(shown);
      say(text('deliveryResent'));
      onChanged();
      setShown(again);
    });
  }

  return (
    <Dialog title={text('delivery')} onClose={onClose}>
      <LoadedPart state={state} reload={reload}>
        {(delivery) => (
          <DeliveryView
            delivery={delivery}
            fault={task.fault}
            isBusy={task.isBusy}
            onOpen={setShown}
            onResend={() => void resend()}
          />
        )}
      </LoadedPart>
    </Dialog>
  );
}

interface DeliveryViewProps {
  readonly delivery: DeliveryDetail;
  readonly fault: string;
  readonly isBusy: boolean;
  onOpen(id: string): void;
  onResend(): void;
}

function DeliveryView({ delivery, fault, isBusy, onOpen, onResend }: DeliveryViewProps) {
  const translator = useTranslator();
  const { text } = translator;
  const formats = useFormats();
  const mayWrite = useRole('operator');
  const { state, channel, resendOf, body, attempts, createdAt } = delivery;
  return (
    <div class="delivery">
      <p>
        <strong>{subjectText(delivery, translator)}</strong> <DeliveryState state={state} />
        <br />
        <span class="muted">
          <bdi>{channel.name}</bdi> · <time dateTime={createdAt}>{formats.time(createdAt)}</time>
        </span>
      </p>
      <p role="status">{stateText(delivery, translator, formats)}</p>
      {resendOf !== null && (
        <p>
          {text('deliveryRepeats')}{' '}
          <button type="button" class="quiet small" onClick={() => onOpen(resendOf)}>
            {text('deliveryEarlier')}
          </button>
        </p>
      )}
      <section aria-labelledby="attempts">
        <h3 id="attempts">{text('attempts')}</h3>
        {attempts.length === 0 && <p class="muted">{text('attemptsNone')}</p>}
        <ol class="attempts">
          {attempts.toReversed().map((one) => (
            <Try key={one.number} one={one} />
          ))}
        </ol>
      </section>
      {body !== null && <SentContent kind={channel.kind} body={body} />}
      {fault !== '' && <p class="fault">{fault}</p>}
      {mayWrite && isFinished(delivery) && isEmptied(delivery) && <p class="hint">{text('resendGone')}</p>}
      {mayWrite && isFinished(delivery) && !isEmptied(delivery) && !isTakenBack(delivery) && (
        <footer>
          <button type="button" class="primary" aria-disabled={isBusy} onClick={onResend}>
            {text('sendAgain')}
          </button>
        </footer>
      )}
    </div>
  );
}

function Try({
  one: { number, startedAt, durationMs, result, status, cause, detail, response },
}: {
  readonly one: DeliveryTry;
}) {
  const { text } = useTranslator();
  const { time, seconds } = useFormats();
  return (
    <li>
      <p>
        <strong>{text(`attempt_${result}`)}</strong>
        {status !== null && <code> {status}</code>}
        <span class="muted">
          {' '}
          {text('tryOf', { number })} · <time dateTime={startedAt}>{time(startedAt)}</time> · {seconds(durationMs)}
        </span>
      </p>
      <AttemptReason cause={cause} detail={detail} />
      {response !== null && response !== '' && (
        <details>
          <summary>{text('tryResponse')}</summary>
          <pre dir="auto">{response}</pre>
        </details>
      )}
    </li>
  );
}
