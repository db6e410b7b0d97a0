import { useEffect, useRef } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { RequestDeliveriesPart } from '../deliveries/request-deliveries.tsx';
import { useRequestDeliveries } from '../deliveries/use-request-deliveries.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useRole } from '../model/inbox-context.ts';
import { LongText } from '../parts/long-text.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { ContactSheet } from './contact-sheet.tsx';
import { CustomerMessage } from './customer-message.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DueField } from './due-field.tsx';
import { EraseButton } from './erase-button.tsx';
import { History } from './history.tsx';
import { LabelsField } from './labels-field.tsx';
import { MailLink } from './mail-button.tsx';
import { Notes } from './notes.tsx';
import { PublicMessage } from './public-message.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestTools } from './request-tools.tsx';
import { StatusLink } from './status-link.tsx';
import { useChange } from './use-change.ts';
import { useEvents } from './use-events.ts';
import { useOthersDecisions } from './use-others-decisions.ts';
import { usePrefetch } from './use-prefetch.ts';

/** The request as the customer sent it, with the studio's decisions, notes and messages. */
export function RequestView({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const mayWrite = useRole('operator');
  const mayErase = useRole('owner');
  const change = useChange(request.id);
  const history = useEvents(request.id);
  const sent = useRequestDeliveries(request.id);
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  usePrefetch(request.id);
  useOthersDecisions(request);
  // A screen reader continues here, and scroll keys act on the request.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The previous request may have been scrolled.
    article.current?.parentElement?.scrollTo(0, 0);
  }, []);
  const shared = { request, change, mayWrite };
  return (
    <article class="request" ref={article}>
      <RequestTools request={request} />
      <header class="request-head">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{shownName(request.customerName)}</bdi>
        </h1>
        <Subtitle request={request} />
      </header>
      {mayWrite && <DecisionBar request={request} />}
      <div class="request-body">
        <div class="request-sent">
          <section aria-label={text('message')}>
            <LongText text={request.message} />
          </section>
          {request.files.length > 0 && (
            <section aria-labelledby="files">
              <h2 id="files">{text('files')}</h2>
              <ContactSheet request={request} />
            </section>
          )}
          <section aria-labelledby="details">
            <h2 id="details">{text('details')}</h2>
            <RequestFacts request={request} />
            <MailLink request={request} />
          </section>
        </div>
        <div class="request-work">
          <Notes request={request} mayWrite={mayWrite} {...history} />
          <CustomerMessage request={request} events={history.events} sent={sent} mayWrite={mayWrite} />
          <DueField {...shared} />
          <LabelsField {...shared} />
          <PublicMessage {...shared} />
          <StatusLink {...shared} />
          <History events={history.events} />
          <RequestDeliveriesPart {...sent} />
          {mayErase && (
            <p class="actions">
              <EraseButton request={request} />
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function Subtitle({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const type = useTypeName(request.typeId);
  const now = useMinute();
  return (
    <p class="request-subtitle">
      <span class={`status ${request.status.toLowerCase()}`}>{text(`status_${request.status}`)}</span>
      {type !== null && <bdi>{type}</bdi>}
      <time dateTime={request.createdAt} title={time(request.createdAt)}>
        {age(request.createdAt, now)}
      </time>
    </p>
  );
}
