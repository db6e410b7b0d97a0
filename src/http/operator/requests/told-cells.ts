import { decimalText } from '../../../intake/submission/money.ts';
import type { ExportedRequest } from '../../../requests/inbox/inbox.ts';

type ExportedAnswer = NonNullable<ExportedRequest['answers']>[number];
type Cell = (request: ExportedRequest) => string;

/** The columns of what stands beside the payload. They came later than the columns of the questions, so they follow them. */
export const toldColumns: Readonly<Record<string, Cell>> = {
  arrival: ({ arrival }) => arrival ?? '',
  rank: ({ rank }) => String(rank ?? ''),
  held: ({ held }) => String(held !== undefined),
  signals: ({ held, signals }) => (held?.reasons ?? signals ?? []).map(({ text }) => text).join('\n'),
  missing: ({ missing }) => lineForEach(missing ?? []),
  termsState: ({ termsState }) => termsState ?? '',
  terms: ({ terms }) => (terms ?? []).map(({ id, language, sha256 }) => `${id} (${language}) ${sha256}`).join('\n'),
  estimateShown: ({ estimate }) => (estimate ? shownText(estimate) : ''),
  estimateOwn: ({ estimate }) => (estimate ? amountText(estimate.own, estimate.currency) : ''),
  currency: ({ estimate }) => estimate?.currency ?? '',
  queueName: ({ queueName }) => queueName ?? '',
  queueNameShown: ({ queueNameShown }) => String(queueNameShown ?? ''),
};

/** Returns a cell in English. What is no answer of its question is left to JSON Lines. */
export function answerCell({ answers }: ExportedRequest, id: string): string {
  const answer = answers?.find((one) => one.id === id);
  return answer === undefined || answer.problem !== undefined ? '' : answerText(answer);
}

/** In English. */
export function answerText({ value, words }: ExportedAnswer): string {
  if (words.length > 0) return lineForEach(words.map(({ en = '' }) => en));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? lineForEach(value) : String(value);
}

/** Returns a line for each text. Names may have commas and semicolons, and what they have of line ends becomes a blank. */
export function lineForEach(texts: readonly string[]): string {
  return texts.map((one) => one.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ')).join('\n');
}

function shownText({ shown, currency, shownCurrency }: NonNullable<ExportedRequest['estimate']>): string {
  const amount = amountText(shown, shownCurrency ?? currency);
  return shownCurrency === undefined || amount === '' ? amount : `${amount} ${shownCurrency}`;
}

/** `12.50` of 1250 cents, so that a spreadsheet can add it up. Empty without an amount. */
export function amountText(amount: number | null, currency: string): string {
  return amount === null ? '' : decimalText(amount, currency);
}
