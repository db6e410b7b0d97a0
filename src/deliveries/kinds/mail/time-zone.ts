/**
 * Whether IANA has a time zone of this name or older spelling. Abbreviations and offsets are rejected: several
 * countries use `IST`, and an offset has no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns when a clock in the time zone last showed this full hour: for the first time on a day that has it twice, or the next
 * hour when a change of the clocks skips it. Uses the time zones of Node, because PostgreSQL may lack older spellings that
 * browsers still send.
 */
export function lastTimeOf(hour: number, timeZone: string, now: Date): Date {
  const clock = Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const sinceMidnightMs = hour * hourMs;
  const localMs = now.getTime() + offsetMs(now, clock);
  const latestMs = Math.floor((localMs - sinceMidnightMs) / dayMs) * dayMs + sinceMidnightMs;
  const offsetMsBefore = (ms: number) => offsetMs(new Date(latestMs - ms), clock);
  // Begins with the offset of the day before, which an hour that comes twice has first. A skipped hour gets it back.
  return new Date(latestMs - offsetMsBefore(offsetMsBefore(offsetMsBefore(dayMs))));
}

/** Returns how far the clock of a time zone is ahead of UTC. */
function offsetMs(at: Date, clock: Intl.DateTimeFormat): number {
  const text = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const aheadMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -aheadMs : aheadMs;
}
