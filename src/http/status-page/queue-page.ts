import { escapeHtml } from '../../customers/catalogue/escape-html.ts';
import type { Queue, QueueRow } from '../../customers/catalogue/queue-shape.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { fillText } from '../../platform/language/fill-text.ts';
import { textIn } from '../../platform/language/languages.ts';
import { type PageContext, statusDocument } from './status-document.ts';

/** Returns the page of what the studio works on. A customer's text in it is the name that the customer chose. */
export function queuePage(queue: Queue, context: PageContext): string {
  const words = customerTexts[context.reader.language].queue;
  const count = new Intl.NumberFormat(context.reader.locale).format(queue.waiting);
  const main = `<article class="panel">
<h1>${escapeHtml(words.title)}</h1>
${section('in-progress', words.inProgress, queue.inProgress, context)}
${section('up-next', words.next, queue.next, context)}
<p class="next">${escapeHtml(fillText(words.waiting, { count }))}</p>
${queue.finished.length > 0 ? section('finished', words.finished, queue.finished, context) : ''}
</article>`;
  return statusDocument({ title: words.title, main, notes: [] }, context);
}

function section(id: string, title: string, rows: readonly QueueRow[], context: PageContext): string {
  const list =
    rows.length === 0
      ? `<p>${escapeHtml(customerTexts[context.reader.language].queue.empty)}</p>`
      : `<ul>${rows.map((row) => `<li>${line(row, context)}</li>`).join('')}</ul>`;
  return `<section class="next" aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>${list}</section>`;
}

function line({ type, month, number, name }: QueueRow, { catalogue, reader }: PageContext): string {
  const typeName = catalogue.types.find(({ id }) => id === type)?.name;
  const parts = [
    ...(name === undefined ? [] : [name]),
    ...(typeName === undefined ? [] : [textIn(typeName, reader.language)]),
    monthIn(month, reader.locale),
    number,
  ];
  return parts.map((part) => `<bdi>${escapeHtml(part)}</bdi>`).join(' · ');
}

function monthIn(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
