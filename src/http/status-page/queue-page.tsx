import type { ComponentChildren } from 'preact';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { fillText } from '../../platform/language/fill-text.ts';
import { textIn } from '../../platform/language/languages.ts';
import type { Queue, QueueRow } from '../../studio/catalogue/queue-shape.ts';
import type { Studio } from '../../studio/document/studio.ts';
import { Month } from './page-times.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';
import { NoPicture, WorkPicture } from './work-picture.tsx';

type Types = Studio['types'];

/**
 * Returns the page with the queue. The only text of a customer in it is the name that the customer chose.
 *
 * @param types All of the studio, also those that it no longer offers
 */
export function queuePage({ inProgress, next, waiting, finished }: Queue, types: Types, context: PageContext): string {
  const { reader, root, messages } = context;
  const words = customerTexts[reader.language].queue;
  const count = new Intl.NumberFormat(reader.locale).format(waiting);
  const rowsOf = (rows: readonly QueueRow[]) => rows.map((row) => <Row of={row} types={types} context={context} />);
  const partsOf = (id: string, title: string, rows: readonly QueueRow[]) => ({
    id,
    title,
    count: rows.length,
    context,
  });
  const main = (
    <>
      <div class="queue-head">
        <h1>{words.title}</h1>
        <a href={root} class="button button-primary">
          {messages.form}
        </a>
      </div>
      <div class="columns">
        <Section {...partsOf('in-progress', words.inProgress, inProgress)}>
          <ul class="works covers">{rowsOf(inProgress)}</ul>
        </Section>
        <Section {...partsOf('up-next', words.next, next)}>
          <ol class="works">{rowsOf(next)}</ol>
          {waiting > 0 && <p class="waiting-list">{fillText(words.waiting, { count })}</p>}
        </Section>
      </div>
      {finished.length > 0 && (
        <Section {...partsOf('finished', words.finished, finished)}>
          <ul class="works covers">{rowsOf(finished)}</ul>
        </Section>
      )}
    </>
  );
  return statusDocument({ title: words.title, main, width: 'wide', notes: [] }, context);
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly context: PageContext;
  readonly children: ComponentChildren;
}

function Section({ id, title, count, context: { reader }, children }: SectionProps) {
  return (
    <section class="queue-part" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="count">{new Intl.NumberFormat(reader.locale).format(count)}</span>
      </h2>
      {count === 0 && <p class="empty">{customerTexts[reader.language].queue.empty}</p>}
      {children}
    </section>
  );
}

interface RowProps {
  readonly of: QueueRow;
  readonly types: Types;
  readonly context: PageContext;
}

function Row({ of: { type: typeId, month, number, name }, types, context: { reader, root } }: RowProps) {
  const type = types.find(({ id }) => id === typeId);
  const [picture] = type?.pictures ?? [];
  return (
    <li>
      {picture === undefined ? <NoPicture /> : <WorkPicture sha256={picture.sha256} root={root} />}
      <p>
        <strong>
          <bdi>
            {type === undefined ? customerTexts[reader.language].queue.untyped : textIn(type.name, reader.language)}
          </bdi>
        </strong>
        {name !== undefined && (
          <span>
            <bdi>{name}</bdi>
          </span>
        )}
        <span class="arrival">
          <Month of={month} locale={reader.locale} /> <bdi>{number}</bdi>
        </span>
      </p>
    </li>
  );
}
