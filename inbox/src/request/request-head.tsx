import type { RefObject } from 'preact';
import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { urgencyOf } from '../model/urgency.ts';
import { useMinute } from '../parts/use-minute.ts';
import { useOrdered } from './use-ordered.ts';

interface RequestHeadProps {
  readonly request: InboxRequest;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The customer, the order, its time and its status. */
export function RequestHead({ request, heading }: RequestHeadProps) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const now = useMinute();
  const { status, createdAt, number } = request;
  return (
    <header class="request-head">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{shownName(request.customerName)}</bdi>
      </h1>
      <Order request={request} />
      <p class="request-subtitle">
        <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
        <Due request={request} now={now} />
        <code class="number">{number}</code>
        <time dateTime={createdAt} title={time(createdAt)}>
          {age(createdAt, now)}
        </time>
      </p>
    </header>
  );
}

/** The ordered type with its option and extras. Empty when the form offers no choice. */
function Order({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { type, option, customCard, extras } = useOrdered(request);
  if (type === null && option === null && customCard === null && extras.length === 0) return null;
  return (
    <dl class="order">
      {type !== null && <Choice name={text('type')} value={type} />}
      {option !== null && <Choice name={text('option')} value={option} />}
      {customCard !== null && <Choice name={text('customCard')} value={customCard} />}
      {extras.length > 0 && (
        <div>
          <dt class="visually-hidden">{text('extras')}</dt>
          {extras.map((extra, index) => (
            <dd key={index}>
              + <bdi>{extra}</bdi>
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}

function Choice({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt class="visually-hidden">{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function Due({ request, now }: { readonly request: InboxRequest; readonly now: number }) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const urgency = urgencyOf(request, now);
  if (request.dueOn === null) return null;
  return (
    <span class={`due ${urgency}`}>
      {text(urgency === 'overdue' ? 'overdueSince' : 'dueOn', { day: day(request.dueOn, now) })}
    </span>
  );
}
