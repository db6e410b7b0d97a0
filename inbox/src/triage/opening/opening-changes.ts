import { daysAfter } from '../../language/formats.ts';
import type { Opening, OpeningChange, SentReport } from '../../model/watch-opening.ts';

type Dates = Pick<Opening, 'opensAt' | 'closesAt'>;

export const neverSet: Dates = { opensAt: null, closesAt: null };

interface Set extends Pick<SentReport, 'reason'> {
  readonly opening: Dates;
}

/** The setting in effect. A form that is full is open by it. */
export type OpeningChoice = 'open' | 'until' | 'closed';

/** This device's clock may be wrong, so the reason of the service goes first. */
export function choiceOf({ reason, opening: { opensAt, closesAt } }: Set, now: number): OpeningChoice {
  if (reason === 'manual') return 'closed';
  if (reason !== 'schedule') return 'open';
  return opensAt === null || (closesAt !== null && !isToCome(closesAt, now)) ? 'closed' : 'until';
}

/** Returns the change that opens the form now. Its closing date stays. An opening date that is not needed stays too. */
export function openedBy({ reason, opening: { opensAt, closesAt } }: Set, now: number): Partial<Opening> {
  const isBySchedule = reason === 'schedule';
  const closes = isToCome(closesAt, now) && !(isBySchedule && opensAt === null);
  if (!closes) return { mode: 'open' };
  const waits = opensAt !== null && (isBySchedule || isToCome(opensAt, now));
  return { mode: 'scheduled', ...(waits && { opensAt: null }) };
}

/** Returns the change that closes the form until then. A closing date before it has no meaning any more. */
export function closedUntil({ closesAt }: Dates, opensAt: string): Partial<Opening> {
  const isPassed = closesAt !== null && Date.parse(closesAt) <= Date.parse(opensAt);
  return { mode: 'scheduled', opensAt, ...(isPassed && { closesAt: null }) };
}

/** Returns the change that brings the former members back. */
export function takenBack(before: Opening | null, changes: Partial<Opening>): OpeningChange {
  if (before === null) return { opening: null };
  const members = Object.keys(changes) as (keyof Opening)[];
  return { changes: Object.fromEntries(members.map((member) => [member, before[member]])) };
}

/** Returns the mode of an opening whose dates were edited. A form that is closed by hand opens at a later time alone. */
export function modeOfDates({ mode, opensAt, closesAt }: Opening, before: OpeningChoice, now: number): Opening['mode'] {
  if (isToCome(opensAt, now)) return 'scheduled';
  const isLonger = mode === 'scheduled' && before === 'closed' && isToCome(closesAt, now);
  if (before !== 'open' && !isLonger) return 'closed';
  return closesAt === null ? 'open' : 'scheduled';
}

const openingHour = 9;

/** Returns nine in the morning of a day, in the time zone of this browser. @param day `YYYY-MM-DD` */
export function morningOf(day: string): string {
  return new Date(`${day}T${String(openingHour).padStart(2, '0')}:00`).toISOString();
}

/** Returns nine in the morning, some weeks later. */
export function morningAfter(now: number, weeks: number): string {
  return new Date(new Date(daysAfter(now, 7 * weeks)).setHours(openingHour, 0, 0, 0)).toISOString();
}

export function isToCome(at: string | null, now: number): at is string {
  return at !== null && now < Date.parse(at);
}
