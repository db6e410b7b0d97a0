/** Crockford's base 32. It omits I, L, O and U, which people mishear or misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const hexDigits = 10;
const characters = 8;

/**
 * Returns the request number that people use, such as `K7QX-29MB`: the last 40 bits of the id, which are random in a
 * UUIDv7 (RFC 9562 section 5.7). Two of a million requests may share a number. Only the id is unique.
 */
export function requestNumberOf(id: string): string {
  const value = Number.parseInt(id.slice(-hexDigits), 16);
  const digits = value.toString(32).padStart(characters, '0');
  const text = digits.replace(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)));
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * Returns the last ten hex digits of the ids with this number (`right(id::text, 10)` in SQL), or null when the text is
 * not a request number. Accepts lower case, blanks, `O` for 0, and `I` and `L` for 1.
 */
export function idEndingOf(requestNumber: string): string | null {
  const typed = requestNumber.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const values = Array.from(typed, (character) => alphabet.indexOf(character));
  if (values.length !== characters || values.includes(-1)) return null;
  const value = values.reduce((sum, digit) => sum * 32 + digit, 0);
  return value.toString(16).padStart(hexDigits, '0');
}
