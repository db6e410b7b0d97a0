import { useState } from 'preact/hooks';
import { requestNumberOf } from '../../../src/intake/submission/request-number.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Delivery } from '../model/deliveries-api.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { Link } from '../router/router.tsx';
import { DeliveryState, isEmptied, stateText, subjectText } from './delivery-text.tsx';

const DeliveryDialog = lazyComponent(() => import('./delivery-dialog.tsx').then((loaded) => loaded.DeliveryDialog));

interface DeliveryRowsProps {
  readonly deliveries: readonly Delivery[];
  /** The page that shows the rows. A row leaves out the facts that the page already shows. */
  readonly of: 'request' | 'channel';
  /** Called after a delivery was resent. */
  onChanged(): void;
}

/** A list of deliveries with their states. A click opens a delivery. */
export function DeliveryRows({ deliveries, of, onChanged }: DeliveryRowsProps) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <ul class="deliveries">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} of={of} onOpen={() => setOpened(delivery.id)} />
        ))}
      </ul>
      {opened !== null && <DeliveryDialog id={opened} onChanged={onChanged} onClose={() => setOpened(null)} />}
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly of: 'request' | 'channel';
  onOpen(): void;
}

function DeliveryRow({ delivery, of, onOpen }: DeliveryRowProps) {
  const translator = useTranslator();
  const { text } = translator;
  const formats = useFormats();
  const { state, channel, requestId, requestGone, createdAt } = delivery;
  return (
    <li>
      <button type="button" class="quiet opens" onClick={onOpen}>
        {subjectText(delivery, translator)}
      </button>
      <DeliveryState state={state} />
      <span class="muted">
        {of === 'request' && <bdi>{channel.name} · </bdi>}
        {of === 'channel' && requestId !== null && (
          <>
            {requestGone ? (
              requestNumberOf(requestId)
            ) : (
              <Link to={`/requests/${requestId}`}>{requestNumberOf(requestId)}</Link>
            )}{' '}
            ·{' '}
          </>
        )}
        <time dateTime={createdAt}>{formats.time(createdAt)}</time>
        {isEmptied(delivery) && <> · {text('erased')}</>}
        {state !== 'delivered' && <> · {stateText(delivery, translator, formats)}</>}
      </span>
    </li>
  );
}
