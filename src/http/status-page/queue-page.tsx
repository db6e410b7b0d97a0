import type { FastifyReply, FastifyRequest } from 'fastify';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { fillText } from '../../platform/language/fill-text.ts';
import { textIn } from '../../platform/language/languages.ts';
import type { QueueView } from '../../requests/queue/queue-view.ts';
import type { Queue, QueueRow } from '../../studio/catalogue/queue-shape.ts';
import { beginPage, type SharedParts } from './begin-page.ts';
import { missingPage, noticePage } from './plain-page.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';

/** Returns the page with the queue. The only text of a customer in it is the name that the customer chose. */
function queuePage(queue: Queue, context: PageContext): string {
  const words = customerTexts[context.reader.language].queue;
  const count = new Intl.NumberFormat(context.reader.locale).format(queue.waiting);
  const main = (
    <article class="panel">
      <h1>{words.title}</h1>
      <Rows id="in-progress" title={words.inProgress} rows={queue.inProgress} context={context} />
      <Rows id="up-next" title={words.next} rows={queue.next} context={context} />
      <p class="next">{fillText(words.waiting, { count })}</p>
      {queue.finished.length > 0 && (
        <Rows id="finished" title={words.finished} rows={queue.finished} context={context} />
      )}
    </article>
  );
  return statusDocument({ title: words.title, main, notes: [] }, context);
}

interface RowsProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly QueueRow[];
  readonly context: PageContext;
}

function Rows({ id, title, rows, context }: RowsProps) {
  return (
    <section class="next" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p>{customerTexts[context.reader.language].queue.empty}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li>
              {factsOf(row, context).map((fact, index) => (
                <>
                  {index > 0 && ' · '}
                  <bdi>{fact}</bdi>
                </>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function factsOf({ type, month, number, name }: QueueRow, { catalogue, reader }: PageContext): readonly string[] {
  const typeName = catalogue.types.find(({ id }) => id === type)?.name;
  return [
    ...(name === undefined ? [] : [name]),
    ...(typeName === undefined ? [] : [textIn(typeName, reader.language)]),
    monthIn(month, reader.locale),
    number,
  ];
}

function monthIn(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

export interface QueuePageOptions extends SharedParts {
  readonly queue: QueueView;
}

const retryAfterS = 60;

/** Creates the handler of `GET /queue` (S20). */
export function createQueueHandler({ queue, ...shared }: QueuePageOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const served = shared.studio.known();
    const context = beginPage(request, reply, shared, './');
    const shown = await queue.of(served);
    if (shown === 'hidden') {
      reply.code(404);
      return missingPage(context);
    }
    if (shown === null) {
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(context.messages.unavailable, context);
    }
    return queuePage(shown, context);
  };
}
