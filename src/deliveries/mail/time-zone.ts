/**
 * Whether IANA has a time zone of this name, an older spelling too. Abbreviations and offsets are none: PostgreSQL reads `IST` as
 * another country's, and the sign of `+05:30` the other way.
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
