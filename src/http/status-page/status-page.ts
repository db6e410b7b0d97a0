import type { Announcement, StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { greetingOf } from '../../events/status-links/messages/voice.ts';
import { progressStepsOf, type ShownStatus, shownStatusOf } from '../../events/status-links/shown-status.ts';
import type { CustomerStatus } from '../../events/status-links/status-links.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { textIn } from '../../platform/language/languages.ts';
import { zonedTime } from '../../platform/language/zoned-time.ts';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import { paragraphsOf } from './paragraphs.ts';
import { type PageContext, statusDocument, studioOf } from './status-document.ts';
import { toldEntries } from './told-entries.ts';

const tick = 'M6.5 12.5l3.5 3.5 7.5-8';
const dots = 'M7.25 12h.01M12 12h.01M16.75 12h.01';
const dash = 'M7.5 12h9';
/** The icon `unlink` of Lucide. */
const brokenLink =
  'm18.84 12.25 1.72-1.71a5 5 0 0 0-7.07-7.07l-1.72 1.71M5.17 11.75l-1.71 1.71a5 5 0 0 0 7.07 7.07l1.71-1.71M8 2v3M2 8h3M16 19v3M19 16h3';

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

/** Returns the page of a request. The page contains nothing that the customer wrote. */
export function statusPage(request: CustomerStatus, context: PageContext): string {
  const { messages, reader, catalogue } = context;
  const status = shownStatusOf(request.status);
  const { title, text } = messages.statuses[status];
  const number = requestNumberOf(request.requestId);
  const numberText = messages.request.replace('{number}', number);
  const { tone, mark } = looks[status];
  const main = `<article class="panel ${tone}">
<p class="greeting">${escapeHtml(greetingOf(messages, studioOf(context)))}</p>
<p class="number">${filled(messages.request, number)}</p>
<div class="state"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/><path d="${mark}"/></svg><h1>${escapeHtml(title)}</h1></div>
<p class="lead">${escapeHtml(text)}</p>
${steps(status, messages)}
${message(request.publicMessage, messages)}
${nextStep(status, context)}
<dl>
<dt>${escapeHtml(messages.received)}</dt><dd>${time(request.createdAt, reader.locale)}</dd>
<dt>${escapeHtml(messages.files)}</dt><dd>${new Intl.NumberFormat(reader.locale).format(request.fileCount)}</dd>
${toldEntries(request.told, context)}</dl>
</article>`;
  const notes = [escapeHtml(messages.keep)];
  if (catalogue.contact !== null) notes.push(contact(catalogue.contact, numberText, messages));
  return statusDocument({ title: `${title} · ${numberText}`, main, notes }, context);
}

/** Returns a page with one announcement. */
export function noticePage({ title, text }: Announcement, context: PageContext): string {
  return plainPage({ title, text }, '', context);
}

/** Returns the page of a link that leads to no request, with the way to the form. */
export function deadLinkPage(context: PageContext): string {
  return plainPage(context.messages.notFound, wayToForm(context), context);
}

/** Returns the page of an address that has none, with the way to the form. */
export function missingPage(context: PageContext): string {
  return plainPage(context.messages.noPage, wayToForm(context), context);
}

/** @param way HTML below the text */
function plainPage({ title, text }: Announcement, way: string, context: PageContext): string {
  const { contact: address } = context.catalogue;
  const main = `<article class="panel plain">
<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="${brokenLink}"/></svg>
<h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(text)}</p>
${way}</article>`;
  const notes = address === null ? [] : [contact(address, title, context.messages)];
  return statusDocument({ title, main, notes }, context);
}

function wayToForm({ root, messages }: PageContext): string {
  return `<p class="way"><a href="${root}">${escapeHtml(messages.form)}</a></p>`;
}

/** The studio's own words on what happens after a request has arrived, or the usual ones. */
function nextStep(status: ShownStatus, { messages, catalogue, reader }: PageContext): string {
  const own = status === 'NEW' && catalogue.afterwards !== null ? textIn(catalogue.afterwards, reader.language) : null;
  const text = own ?? messages.statuses[status].next;
  if (text === null) return '';
  return `<section class="next" aria-labelledby="next"><h2 id="next">${escapeHtml(messages.next)}</h2>${paragraphsOf(text)}</section>`;
}

function steps(status: ShownStatus, { statuses, progress }: StatusMessages): string {
  const stations = progressStepsOf(status);
  if (stations.length === 0) return '';
  const current = stations.indexOf(status);
  const items = stations.map((station, index) => {
    const state = index < current ? ' class="past"' : index === current ? ' aria-current="step"' : '';
    return `<li${state}>${escapeHtml(statuses[station].title)}</li>`;
  });
  return `<ol class="steps" aria-label="${escapeHtml(progress)}">${items.join('')}</ol>`;
}

function message(text: string | null, messages: StatusMessages): string {
  if (text === null) return '';
  return `<section class="message" aria-labelledby="message"><h2 id="message">${escapeHtml(messages.message)}</h2>${paragraphsOf(text)}</section>`;
}

function contact(address: string, subject: string, messages: StatusMessages): string {
  const to = encodeURIComponent(address).replace('%40', '@');
  const link = `<a href="mailto:${to}?subject=${encodeURIComponent(subject)}">${escapeHtml(address)}</a>`;
  return escapeHtml(messages.contact).replace('{address}', () => `<bdi>${link}</bdi>`);
}

function filled(template: string, value: string): string {
  return escapeHtml(template).replace(/\{\w+\}/, () => `<bdi>${escapeHtml(value)}</bdi>`);
}

/** Formats the time in UTC and labels it as UTC, because the service does not know the reader's time zone. */
function time(date: Date, locale: string): string {
  const inUtc = new Intl.DateTimeFormat(locale, { ...zonedTime, timeZone: 'UTC' }).format(date);
  return `<time datetime="${date.toISOString()}" data-locale="${escapeHtml(locale)}">${escapeHtml(inUtc)}</time>`;
}
