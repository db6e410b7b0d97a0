import type { CustomerTold } from '../../events/status-links/status-links.ts';
import { moneyIn } from '../../intake/submission/money.ts';
import { textIn } from '../../platform/language/languages.ts';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import type { PageContext } from './status-document.ts';

/** Returns entries of a `<dl>` with what was answered, estimated and agreed to. Empty where nothing was told. */
export function toldEntries({ answerCount, estimate, terms }: CustomerTold, context: PageContext): string {
  const { told } = context.messages;
  const { locale } = context.reader;
  const answers = answerCount === 0 ? '' : new Intl.NumberFormat(locale).format(answerCount);
  const amount = estimate === null ? '' : escapeHtml(moneyIn(locale, estimate.currency).exact(estimate.amount));
  const agreed = terms.map((one) => `<div>${termsLink(one, context)}</div>`).join('');
  return entry(told.answers, answers) + entry(told.estimate, amount) + entry(told.agreed, agreed);
}

/** @param content HTML */
function entry(name: string, content: string): string {
  return content === '' ? '' : `<dt>${escapeHtml(name)}</dt><dd>${content}</dd>\n`;
}

/** The title is the catalogue's: what the form was sent with may be anything. */
function termsLink({ id, sha256 }: CustomerTold['terms'][number], { catalogue, reader, root }: PageContext): string {
  const known = catalogue.terms?.find((one) => one.id === id);
  const title = known === undefined ? `${sha256.slice(0, 8)}…` : textIn(known.title, reader.language);
  return `<a href="${root}terms/${escapeHtml(sha256)}"><bdi>${escapeHtml(title)}</bdi></a>`;
}
