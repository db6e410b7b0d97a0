import type { RefObject } from 'preact';
import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useMinute } from '../parts/use-minute.ts';
import { OrderLine } from './order-line.tsx';
import { RepeatCustomer } from './repeat-customer.tsx';
import { RequestDay } from './request-day.tsx';
import { RequestPrice } from './request-price.tsx';

interface RequestHeadProps {
  readonly request: InboxRequest;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The customer and the order on one side, the price and the day on the other. */
export function RequestHead({ request, heading }: RequestHeadProps) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const now = useMinute();
  const { status, createdAt, number } = request;
  return (
    <header class="request-head">
      <div class="request-name">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{shownName(request.customerName)}</bdi>
        </h1>
        <RepeatCustomer id={request.id} />
      </div>
      <div class="request-terms">
        <RequestPrice request={request} />
        <RequestDay request={request} />
      </div>
      <OrderLine request={request} />
      <p class="request-subtitle">
        {request.held ? (
          <span class="status">{text('held')}</span>
        ) : (
          <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
        )}
        <code class="number">{number}</code>
        <time dateTime={createdAt} title={time(createdAt)}>
          {age(createdAt, now)}
        </time>
      </p>
    </header>
  );
}
