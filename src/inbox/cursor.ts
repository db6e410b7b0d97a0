/**
 * Cursors are opaque to those who use them: base64url of a JSON list behind a word that says what they are for. Those of a
 * list hold the position of its last row, so that what comes meanwhile moves nothing.
 */
export function encodeCursor(purpose: string, position: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify([purpose, ...position])).toString('base64url');
}

/** The position, or null when the text is no cursor of this purpose and length. */
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

/** Whether the text is an identifier in the form in which this service writes them. */
export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && uuid.test(text);
}

/** Whether a text that begins as `YYYY-MM-DD`, and may go on with `hh:mm:ss`, names a time of PostgreSQL's calendar. */
export function isTime(text: string): boolean {
  const wanted = `${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}`;
  const time = new Date(`${wanted}Z`);
  // A day that a month does not have becomes one of the next month. There is no year 0.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(wanted) && !wanted.startsWith('0000');
}
