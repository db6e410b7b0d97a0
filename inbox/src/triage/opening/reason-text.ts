import type { IntakeTranslator } from '../../language/translator-context.ts';
import type { OpeningReport, OpeningSwitch } from '../../model/watch-opening.ts';

/** Returns the reason for the closed form as a sentence, or an empty text while it is open. */
export function reasonText({ reason, requests }: OpeningReport, { text }: IntakeTranslator): string {
  if (reason === null) return '';
  return text(`reason_${reason}`, { requests: requests.count, limit: requests.limit ?? 0 });
}

type Closed = Pick<OpeningReport, 'reason'> & {
  readonly opening: Pick<OpeningReport['opening'], 'opensAt' | 'closesAt'>;
};

/**
 * Returns the change that opens the form now. Its closing date stays, and a future opening date is removed.
 * This device's clock may be wrong, so the reason of the service goes first.
 */
export function openedBy({ reason, opening: { opensAt, closesAt } }: Closed, now: number): OpeningSwitch {
  const isBySchedule = reason === 'schedule';
  const hasEnded = closesAt !== null && !isToCome(closesAt, now);
  if (hasEnded || (isBySchedule && opensAt === null)) return { mode: 'open' };
  const waits = opensAt !== null && (isBySchedule || isToCome(opensAt, now));
  return { mode: closesAt === null ? 'open' : 'scheduled', ...(waits && { opensAt: null }) };
}

export function isToCome(at: string | null, now: number): at is string {
  return at !== null && now < Date.parse(at);
}
