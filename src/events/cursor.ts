/**
 * Returns an opaque cursor: base64url of a JSON array of the purpose and the position. The cursor of a list holds the
 * position of the last row of a page, so that new requests do not shift the next page.
 */
export function encodeCursor(purpose: string, position: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify([purpose, ...position])).toString('base64url');
}

/** Returns the position, or null when the text is not a cursor of this purpose and length. */
export function decodeCursor(text: string, purpose: string, length: number): readonly (string | null)[] | null {
  if (!/^[A-Za-z0-9_-]{1,400}$/.test(text)) return null;
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== length + 1 || parts[0] !== purpose) return null;
  const position: unknown[] = parts.slice(1);
  return position.every(isPart) ? position : null;
}

function isPart(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in the form that this service writes: lower case, with hyphens. */
export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && uuid.test(text);
}

/** Whether a text that begins with `YYYY-MM-DD`, and may continue with `hh:mm:ss`, is a valid time in PostgreSQL. */
export function isTime(text: string): boolean {
  const wanted = `${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}`;
  const time = new Date(`${wanted}Z`);
  // `Date` turns a day that the month does not have into a day of the next month. PostgreSQL has no year 0.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(wanted) && !wanted.startsWith('0000');
}
