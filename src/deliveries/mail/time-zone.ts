/**
 * Whether IANA has a time zone of this name, an older spelling too. Abbreviations and offsets are none: `IST` is that of several
 * countries, and an offset knows no change of the clocks.
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
 * When a clock in the time zone last showed this full hour. An hour that a change of the clocks leaves out is the one behind it.
 * By Node's time zones: PostgreSQL's may lack older spellings, which browsers still send.
 */
export function lastTimeOf(hour: number, timeZone: string, now: Date): Date {
  const sinceMidnightMs = hour * hourMs;
  const currentOffsetMs = offsetMs(now, timeZone);
  const localMs = now.getTime() + currentOffsetMs;
  const latestMs = Math.floor((localMs - sinceMidnightMs) / dayMs) * dayMs + sinceMidnightMs;
  // The offset of that moment may be another one than today's.
  const nearby = new Date(latestMs - currentOffsetMs);
  return new Date(latestMs - offsetMs(nearby, timeZone));
}

/** How far the clocks of a time zone are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const aheadMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -aheadMs : aheadMs;
}
