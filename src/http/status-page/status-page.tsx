import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { progressStepsOf, type ShownStatus, shownStatusOf } from '../../events/status-links/shown-status.ts';
import type { CustomerStatus } from '../../events/status-links/status-links.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { textIn } from '../../platform/language/languages.ts';
import { Filled } from './contact-note.tsx';
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

/** Returns the page of a request. It contains no text that the customer wrote, and no price. */
export function statusPage(request: CustomerStatus, context: PageContext): string {
  const { messages } = context;
  const status = shownStatusOf(request.status);
  const number = messages.request.replace('{number}', requestNumberOf(request.requestId));
  const main = (
    <div class="order">
      {request.work !== null && <Work of={request.work} context={context} />}
      <State of={request} status={status} context={context} />
      <OrderFacts of={request} context={context} />
    </div>
  );
  const title = `${messages.statuses[status].title} · ${number}`;
  return statusDocument({ title, main, width: 'wide', notes: [messages.keep] }, context);
}

interface StateProps {
  readonly of: CustomerStatus;
  readonly status: ShownStatus;
  readonly context: PageContext;
}

function State({ of: { requestId, dueOn, publicMessage, publicMessageAt }, status, context }: StateProps) {
  const { messages, reader } = context;
  const { title, text } = messages.statuses[status];
  const { tone, mark } = looks[status];
  return (
    <article class={`panel ${tone}`}>
      <p class="number">
        <Filled template={messages.request}>{requestNumberOf(requestId)}</Filled>
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
      {dueOn !== null && promisedStatuses.includes(status) && (
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
      )}
      {publicMessage !== null && (
        <section class="message" aria-labelledby="message">
          <h2 id="message">{messages.message}</h2>
          <Paragraphs text={publicMessage} />
          {publicMessageAt !== null && (
            <p class="sent">
              <ZonedTime of={publicMessageAt} locale={reader.locale} />
            </p>
          )}
        </section>
      )}
      <NextStep text={nextStepOf(status, context)} messages={messages} />
    </article>
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
