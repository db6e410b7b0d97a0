import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { greetingOf } from '../../events/status-links/messages/voice.ts';
import { progressStepsOf, type ShownStatus, shownStatusOf } from '../../events/status-links/shown-status.ts';
import type { CustomerStatus } from '../../events/status-links/status-links.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { textIn } from '../../platform/language/languages.ts';
import { zonedTime } from '../../platform/language/zoned-time.ts';
import { ContactNote, Filled } from './contact-note.tsx';
import { DetailEntries } from './detail-entries.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { type PageContext, statusDocument, studioOf } from './status-document.tsx';

const tick = 'M6.5 12.5l3.5 3.5 7.5-8';
const dots = 'M7.25 12h.01M12 12h.01M16.75 12h.01';
const dash = 'M7.5 12h9';

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

/** Returns the page of a request. It contains no text that the customer wrote. */
export function statusPage(request: CustomerStatus, context: PageContext): string {
  const { messages, catalogue } = context;
  const status = shownStatusOf(request.status);
  const { title } = messages.statuses[status];
  const number = messages.request.replace('{number}', requestNumberOf(request.requestId));
  const notes = [
    messages.keep,
    ...(catalogue.contact === null
      ? []
      : [<ContactNote address={catalogue.contact} subject={number} messages={messages} />]),
  ];
  const main = <State of={request} status={status} context={context} />;
  return statusDocument({ title: `${title} · ${number}`, main, notes }, context);
}

interface StateProps {
  readonly of: CustomerStatus;
  readonly status: ShownStatus;
  readonly context: PageContext;
}

function State({ of: request, status, context }: StateProps) {
  const { messages, reader } = context;
  const { title, text } = messages.statuses[status];
  const { tone, mark } = looks[status];
  return (
    <article class={`panel ${tone}`}>
      <p class="greeting">{greetingOf(messages, studioOf(context))}</p>
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
      <Section id="message" title={messages.message} text={request.publicMessage} />
      <Section id="next" title={messages.next} text={nextStepOf(status, context)} />
      <dl>
        <dt>{messages.received}</dt>
        <dd>
          <Time of={request.createdAt} locale={reader.locale} />
        </dd>
        <dt>{messages.files}</dt>
        <dd>{new Intl.NumberFormat(reader.locale).format(request.fileCount)}</dd>
        <DetailEntries details={request.details} context={context} />
      </dl>
    </article>
  );
}

/** Returns the next step after the arrival of a request, in the words of the studio if it has set them. */
function nextStepOf(status: ShownStatus, { messages, catalogue, reader }: PageContext): string | null {
  const own = status === 'NEW' && catalogue.afterwards !== null ? textIn(catalogue.afterwards, reader.language) : null;
  return own ?? messages.statuses[status].next;
}

interface SectionProps {
  /** Its class too. */
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
}

function Section({ id, title, text }: SectionProps) {
  if (text === null) return null;
  return (
    <section class={id} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
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

/** In UTC and labelled as UTC, because the service does not know the reader's time zone. */
function Time({ of, locale }: { readonly of: Date; readonly locale: string }) {
  return (
    <time dateTime={of.toISOString()} data-locale={locale}>
      {new Intl.DateTimeFormat(locale, { ...zonedTime, timeZone: 'UTC' }).format(of)}
    </time>
  );
}
