import type { OpeningReport } from '../../model/watch-opening.ts';
import type { IntakeTranslator } from '../intake-messages.ts';

/** Returns what has closed the form, as a sentence, or an empty text while it is open. */
export function reasonText({ reason, requests }: OpeningReport, { text }: IntakeTranslator): string {
  if (reason === null) return '';
  return text(`reason_${reason}`, { requests: requests.count, limit: requests.limit ?? 0 });
}

type Switched = Pick<OpeningReport['opening'], 'mode'> & Partial<Pick<OpeningReport['opening'], 'opensAt'>>;
type Dates = Pick<OpeningReport['opening'], 'opensAt' | 'closesAt'>;

/** Returns what opens the form now. It still closes on its date, and an opening that is to come is no longer waited for. */
export function openedBy({ opensAt, closesAt }: Dates, now: number): Switched {
  if (!isToCome(closesAt, now)) return { mode: 'open' };
  return { mode: 'scheduled', opensAt: isToCome(opensAt, now) ? null : opensAt };
}

/** Returns what closes the form now: until its date, where one is to come. */
export function closedBy({ opensAt }: Dates, now: number): Switched {
  return { mode: isToCome(opensAt, now) ? 'scheduled' : 'closed' };
}

export function isToCome(at: string | null, now: number): at is string {
  return at !== null && now < Date.parse(at);
}
