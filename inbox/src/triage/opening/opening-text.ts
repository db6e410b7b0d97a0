import { dayOf, type Formats } from '../../language/formats.ts';
import type { IntakeTranslator } from '../../language/translator-context.ts';
import type { SentReport } from '../../model/watch-opening.ts';
import { choiceOf, isToCome } from './opening-changes.ts';

type Texts = Pick<IntakeTranslator, 'text'>;

/** Returns a day that is not divided at the end of a line. */
export function wholeDay(at: string, { day }: Pick<Formats, 'day'>, now: number): string {
  return day(dayOf(Date.parse(at)), now).replaceAll(' ', '\u00a0');
}

/** Returns the state as a headline: "Open until 20 Dec", "Full". */
export function headline(report: SentReport, { text }: Texts, { day }: Formats, now: number): string {
  const { state, reason, opening } = report;
  const dayAt = (at: string) => wholeDay(at, { day }, now);
  if (state === 'closed') {
    if (reason === 'slots' || reason === 'requests') return text('stateFull');
    const opensAt = opening?.opensAt ?? null;
    const isUntil = opening !== null && opensAt !== null && choiceOf({ reason, opening }, now) === 'until';
    return isUntil ? text('closedUntil', { day: dayAt(opensAt) }) : text('state_closed');
  }
  const closesAt = opening?.mode === 'scheduled' ? opening.closesAt : null;
  if (state === 'open' && isToCome(closesAt, now)) return text('openUntil', { day: dayAt(closesAt) });
  return text(`state_${state}`);
}

/** Returns the reason for a form that is full as a sentence, or an empty text: the headline has the other reasons. */
export function reasonText({ reason, requests }: SentReport, { text }: Texts): string {
  if (reason !== 'slots' && reason !== 'requests') return '';
  return text(`reason_${reason}`, { requests: requests.count, limit: requests.limit ?? 0 });
}

/** Returns when the form opens and closes by its schedule, in sentences. */
export function datesText({ opening }: SentReport, { text }: Texts, { time }: Formats, now: number): string {
  if (opening?.mode !== 'scheduled') return '';
  const { opensAt, closesAt } = opening;
  const sentences = [
    isToCome(opensAt, now) && text('opensAt', { time: time(opensAt) }),
    isToCome(closesAt, now) && text('closesAt', { time: time(closesAt) }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' · ');
}
