import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import {
  endedStatuses,
  progressStepsOf,
  type ShownStatus,
  shownStatusOf,
} from '../../events/status-links/shown-status.ts';
import type { CustomerStatus } from '../../events/status-links/status-links.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { textIn } from '../../platform/language/languages.ts';
import { ContactNote, Filled } from './contact-note.tsx';
import { OrderFacts, Work } from './order-card.tsx';
import { Day, ZonedTime } from './page-times.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';

const tick = 'M6.5 12.5l3.5 3.5 7.5-8';
const dots = 'M7.25 12h.01M12 12h.01M16.75 12h.01';
const dash = 'M7.5 12h9';
/** The icon `calendar` of Lucide. */
const calendar = 'M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2';

/** The CSS class of each status, and the SVG path of its mark. */
const looks: Readonly<Record<ShownStatus, { readonly tone: string; readonly mark: string }>> = {
  NEW: { tone: '', mark: tick },
  WAITLISTED: { tone: 'waiting', mark: dots },
  ACCEPTED: { tone: 'good', mark: tick },
  IN_PROGRESS: { tone: '', mark: dots },
  COMPLETED: { tone: 'good', mark: tick },
  DECLINED: { tone: 'ended', mark: dash },
  CANCELLED: { tone: 'ended', mark: dash },
};

/** In others the date is a plan of the studio, which promises nothing to the customer. */
const promisedStatuses: readonly ShownStatus[] = ['ACCEPTED', 'IN_PROGRESS'];

/** Those that the queue shows or counts. */
const queuedStatuses: readonly ShownStatus[] = ['WAITLISTED', 'ACCEPTED', 'IN_PROGRESS'];

/** Returns the page of a request. It contains no text that the customer wrote, and no price. */
export function statusPage(request: CustomerStatus, context: PageContext): string {
  const { messages } = context;
  const status = shownStatusOf(request.status);
  const main = (
    <div class="order">
      {request.work !== null && <Work of={request.work} context={context} />}
      <State of={request} status={status} context={context} />
      <OrderFacts of={request} context={context} />
    </div>
  );
  const title = `${messages.statuses[status].title} · ${numberOf(request, context)}`;
  return statusDocument(
    { title, main, width: 'wide', notes: endedStatuses.includes(status) ? [] : [<p>{messages.keep}</p>] },
    context,
  );
}

function numberOf({ requestId }: CustomerStatus, { messages }: PageContext): string {
  return messages.request.replace('{number}', requestNumberOf(requestId));
}

interface PartProps {
  readonly of: CustomerStatus;
  readonly context: PageContext;
}

function State({ of: request, status, context }: PartProps & { readonly status: ShownStatus }) {
  const { messages, catalogue, root } = context;
  const { title, text } = messages.statuses[status];
  const { tone, mark } = looks[status];
  return (
    <article class={`panel ${tone}`}>
      <p class="number">
        <Filled template={messages.request}>{requestNumberOf(request.requestId)}</Filled>
      </p>
      <div class="state">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="12" />
          <path d={mark} />
        </svg>
        <h1>{title}</h1>
      </div>
      <p class="lead">{text}</p>
      <Steps status={status} messages={messages} />
      {promisedStatuses.includes(status) && <Due of={request} context={context} />}
      <Message of={request} context={context} />
      <NextStep text={nextStepOf(status, context)} messages={messages} />
      {catalogue.queue !== undefined && queuedStatuses.includes(status) && (
        <p class="follow">
          <a href={`${root}queue`}>{messages.queue}</a>
        </p>
      )}
      {endedStatuses.includes(status) && (
        <p class="way">
          <a href={root} class="button">
            {messages.form}
          </a>
        </p>
      )}
      {catalogue.contact !== null && (
        <p class="ask">
          <ContactNote address={catalogue.contact} subject={numberOf(request, context)} messages={messages} />
        </p>
      )}
    </article>
  );
}

function Due({ of: { dueOn }, context: { messages, reader } }: PartProps) {
  if (dueOn === null) return null;
  return (
    <p class="due">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={calendar} />
      </svg>
      <span>
        <Filled template={messages.due}>
          <Day of={dueOn} locale={reader.locale} />
        </Filled>
      </span>
    </p>
  );
}

function Message({ of: { publicMessage, publicMessageAt }, context: { messages, reader } }: PartProps) {
  if (publicMessage === null) return null;
  return (
    <section class="message" aria-labelledby="message">
      <h2 id="message">{messages.message}</h2>
      <Paragraphs text={publicMessage} />
      {publicMessageAt !== null && (
        <p class="sent">
          <ZonedTime of={publicMessageAt} locale={reader.locale} />
        </p>
      )}
    </section>
  );
}

/** Returns the next step after the arrival of a request, in the words of the studio if it has set them. */
function nextStepOf(status: ShownStatus, { messages, catalogue, reader }: PageContext): string | null {
  const own = status === 'NEW' && catalogue.afterwards !== null ? textIn(catalogue.afterwards, reader.language) : null;
  return own ?? messages.statuses[status].next;
}

function NextStep({ text, messages }: { readonly text: string | null; readonly messages: StatusMessages }) {
  if (text === null) return null;
  return (
    <section class="next" aria-labelledby="next">
      <h2 id="next">{messages.next}</h2>
      <Paragraphs text={text} />
    </section>
  );
}

interface StepsProps {
  readonly status: ShownStatus;
  readonly messages: StatusMessages;
}

function Steps({ status, messages: { statuses, progress } }: StepsProps) {
  const stations = progressStepsOf(status);
  if (stations.length === 0) return null;
  const current = stations.indexOf(status);
  return (
    <ol class="steps" aria-label={progress}>
      {stations.map((station, index) => (
        <li class={index < current ? 'past' : undefined} aria-current={index === current ? 'step' : undefined}>
          {statuses[station].title}
        </li>
      ))}
    </ol>
  );
}
