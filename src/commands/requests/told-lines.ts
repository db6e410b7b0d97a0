import { amountText, answerText } from '../../http/operator/requests/told-cells.ts';
import type { InboxRequest } from '../../requests/inbox/request-shape.ts';

type Line = readonly [name: string, value: string];

const statesOfTerms = {
  agreed: 'all required ones are agreed to',
  incomplete: 'a required one is not agreed to',
  'not-recorded': 'not recorded',
} as const;

const problems = {
  'unknown-question': 'the form has no such question',
  'wrong-kind': 'no answer to the question',
  'not-asked': 'not asked',
} as const;

/** Returns how a request came, what the guard found, and what its customer told beside the message. In English. */
export function toldLines(request: InboxRequest): readonly Line[] {
  return [
    ...comingLines(request),
    ...answerLines(request),
    ...termsLines(request),
    ...estimateLines(request),
    ...queueLines(request),
  ];
}

function comingLines({ arrival, rank, held, signals }: InboxRequest): readonly Line[] {
  const reasons = (held?.reasons ?? signals ?? []).map(({ text }) => text).join('\n');
  return [
    ...(arrival ? [['Arrival', `while the form was ${arrival}`] as const] : []),
    ...(rank === undefined ? [] : [['Rank on the waiting list', String(rank)] as const]),
    ...(held ? [['Held by the guard', reasons || 'without a reason'] as const] : []),
    ...(signals ? [['Seen by the guard', reasons] as const] : []),
  ];
}

function answerLines({ answers = [], missing = [] }: InboxRequest): readonly Line[] {
  const lines = answers.map((answer): Line => {
    const { id, label, problem } = answer;
    const name = wordsOf(label) ?? id;
    return [`Answer to ${name}`, `${answerText(answer)}${problem ? ` (${problems[problem]})` : ''}`];
  });
  return [...lines, ...(missing.length > 0 ? [['Not answered', missing.join(', ')] as const] : [])];
}

function termsLines({ terms = [], termsState }: InboxRequest): readonly Line[] {
  const lines = terms.map(({ id, title, language, sha256, at }): Line => {
    const name = wordsOf(title);
    const version = `${language}, ${sha256}, ${at.toISOString()}`;
    return ['Agreed to', name === undefined ? `${id} (${version}; no text of the studio)` : `${name} (${version})`];
  });
  return [...(termsState ? [['Terms', statesOfTerms[termsState]] as const] : []), ...lines];
}

function estimateLines({ estimate }: InboxRequest): readonly Line[] {
  if (estimate === undefined) return [];
  const { shown, own, currency, shownCurrency = currency, differs } = estimate;
  const textOf = (amount: number | null, code: string) =>
    amount === null ? 'none' : `${amountText(amount, code)} ${code}`;
  const sums = `${textOf(shown, shownCurrency)} was shown, ${textOf(own, currency)} is the service's own sum`;
  return [['Estimate', differs ? `${sums}: they differ` : sums]];
}

function queueLines({ queueName, queueNameShown }: InboxRequest): readonly Line[] {
  return queueName === undefined ? [] : [['Name in the queue', `${queueName}${queueNameShown ? '' : ' (not shown)'}`]];
}

/** Returns the English words of the studio, else those of another language. Undefined when it has none. */
function wordsOf(texts: Readonly<Record<string, string>> | null): string | undefined {
  return texts?.en ?? Object.values(texts ?? {})[0];
}
