import { lazily } from '../../../page-kit/lazily.ts';
import { moneyIn } from '../../../src/intake/submission/money.ts';
import { useTranslator } from './translator-context.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const units = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: 60 * minuteMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/** An amount in minor units. The digits are those of ISO 4217, unless they are stored with it. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
  readonly digits?: number;
}

/** Ages of more days than these are hard to reckon with. */
const mostDays = 30;

/** Formats days and times for the reader's region, in the browser's time zone. */
export interface Formats {
  /** `3 hr. ago`, after 30 days the day: `20 Oct`. @param at RFC 3339 */
  age(at: string, now: number): string;
  /** `3 hr. ago` within a day, `14 Dec` after it. @param at RFC 3339 */
  ageOrDay(at: string, now: number): string;
  /** @param at RFC 3339 */
  time(at: string): string;
  /** `14:05` @param at RFC 3339 */
  clock(at: string): string;
  /** `1.3 s` */
  seconds(durationMs: number): string;
  /** `14 Dec`, with the year unless it is the current year. @param day `YYYY-MM-DD` */
  day(day: string, now: number): string;
  /** `€496`, with its cents where there are any. */
  money(price: Money): string;
  /** `€496`, without cents. */
  roundMoney(price: Money): string;
  /** `Monday 14 December`, with the year unless it is the current year. @param day `YYYY-MM-DD` */
  longDay(day: string, now: number): string;
  /** `German` @param tag BCP 47 */
  language(tag: string): string;
}

export function createFormats(region: string): Formats {
  const ages = lazily(() => new Intl.RelativeTimeFormat(region, { style: 'short', numeric: 'auto' }));
  const times = lazily(() => new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short' }));
  // A day has no time zone, so parsing and formatting both use UTC.
  const days = lazily(() => new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
  const yearDays = lazily(() => new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' }));
  const clocks = lazily(() => new Intl.DateTimeFormat(region, { timeStyle: 'short' }));
  const longDays = lazily(
    () => new Intl.DateTimeFormat(region, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  );
  const durations = lazily(
    () =>
      new Intl.NumberFormat(region, {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'narrow',
        maximumFractionDigits: 2,
      }),
  );
  const languages = lazily(() => new Intl.DisplayNames(region, { type: 'language' }));
  const moneys = new Map<string, ReturnType<typeof moneyIn>>();
  function moneyOf({ currency, digits }: Money): ReturnType<typeof moneyIn> {
    const key = `${currency} ${digits}`;
    const known = moneys.get(key) ?? moneyIn(region, currency, digits);
    moneys.set(key, known);
    return known;
  }

  const day = (of: string, now: number) => {
    const isThisYear = of.startsWith(`${new Date(now).getFullYear()}-`);
    return (isThisYear ? days : yearDays)().format(new Date(`${of}T00:00:00Z`));
  };

  const age = (at: string, now: number) => {
    const passedMs = Math.max(0, now - Date.parse(at));
    const found = units.find(({ ms }) => passedMs >= ms);
    // The format writes "yesterday", but 30 hours ago may be the day before it.
    if (found?.unit === 'day') {
      const passed = daysBetween(Date.parse(at), now);
      return passed > mostDays ? day(dayOf(Date.parse(at)), now) : ages().format(-passed, 'day');
    }
    // Writes "now", because "in this minute" is too long for the column in most languages.
    return found ? ages().format(-Math.floor(passedMs / found.ms), found.unit) : ages().format(0, 'second');
  };

  return {
    day,
    money: (price) => moneyOf(price).short(price.amount),
    roundMoney: (price) => moneyOf(price).rounded(price.amount),
    language: (tag) => languages().of(tag) ?? tag,
    seconds: (durationMs) => durations().format(durationMs / 1000),
    age,
    ageOrDay(at, now) {
      const then = Date.parse(at);
      return now - then < dayMs ? age(at, now) : day(dayOf(then), now);
    },
    time: (at) => times().format(new Date(at)),
    clock: (at) => clocks().format(new Date(at)),
    longDay(day, now) {
      const isThisYear = day.startsWith(`${new Date(now).getFullYear()}-`);
      return (isThisYear ? longDays : yearDays)().format(new Date(`${day}T00:00:00Z`));
    },
  };
}

const made = new Map<string, Formats>();

/** Returns the formats of the reader's region. Cached, because creating them takes longer than rendering a row. */
export function useFormats(): Formats {
  const { region } = useTranslator();
  const formats = made.get(region) ?? createFormats(region);
  made.set(region, formats);
  return formats;
}

/** Returns the day of a time in the browser's time zone, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the same time of day `days` days later. A day has 23 or 25 hours when the clocks change. */
export function daysAfter(now: number, days: number): number {
  return new Date(now).setDate(new Date(now).getDate() + days);
}

/** Returns how many days of the calendar are between two times in the browser's time zone. */
function daysBetween(earlier: number, later: number): number {
  // In UTC every day has 24 hours.
  return Math.round((Date.parse(dayOf(later)) - Date.parse(dayOf(earlier))) / dayMs);
}
