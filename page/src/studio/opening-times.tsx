import type { Opening } from '../../../client/src/commission-client.ts';
import { type LaterTranslator, useLaterTranslator } from '../language/translator-context.ts';

interface OpeningTimesProps {
  readonly text: 'opensOn' | 'closesOn';
  /** ISO 8601. */
  readonly at: string;
  /** The studio's. */
  readonly timeZone: Opening['timeZone'];
}

/** A time in the reader's time zone, and in the studio's where that is another one at that moment. */
export function OpeningTime({ text: key, at, timeZone }: OpeningTimesProps) {
  const translator = useLaterTranslator();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const own = timeIn(translator, date, undefined);
  const studios = studioTime(translator, date, timeZone);
  return (
    <span class="opening-time">
      <time dateTime={at}>{translator.text(key, { time: own })}</time>
      {studios !== null && <span class="hint">{translator.text('studioTime', { time: studios })}</span>}
    </span>
  );
}

const shownParts: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

function timeIn({ region }: LaterTranslator, date: Date, timeZone: string | undefined): string {
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(region, { ...shownParts, ...year, timeZone }).format(date);
}

/** Returns null for the reader's own clock at that moment, and for a time zone that this browser does not know. */
function studioTime(translator: LaterTranslator, date: Date, timeZone: string | undefined): string | null {
  try {
    return isSameClock(date, timeZone) ? null : timeIn(translator, date, timeZone);
  } catch {
    return null;
  }
}

function isSameClock(date: Date, timeZone: string | undefined): boolean {
  const clock = (zone: string | undefined) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(date);
  return clock(timeZone) === clock(undefined);
}
