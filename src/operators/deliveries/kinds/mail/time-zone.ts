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
 * Returns when a clock in the time zone last showed this full hour, or the next hour when a change of the clocks skips
 * it. Uses the time zones of Node, because PostgreSQL may lack older spellings that browsers still send.
 */
export function lastTimeOf(hour: number, timeZone: string, now: Date): Date {
  const sinceMidnightMs = hour * hourMs;
  const currentOffsetMs = offsetMs(now, timeZone);
  const localMs = now.getTime() + currentOffsetMs;
  const latestMs = Math.floor((localMs - sinceMidnightMs) / dayMs) * dayMs + sinceMidnightMs;
  // The offset at that moment may differ from the current one.
  const nearby = new Date(latestMs - currentOffsetMs);
  return new Date(latestMs - offsetMs(nearby, timeZone));
}

/** Returns how far the clocks of a time zone are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const aheadMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -aheadMs : aheadMs;
}
