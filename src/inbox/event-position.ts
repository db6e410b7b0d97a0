import { decodeCursor, encodeCursor } from './cursor.ts';

/** A position in the order of all events. */
export interface EventPosition {
  readonly epoch: number;
  readonly tx: string;
  readonly seq: string;
}

export function positionCursor(purpose: string, { epoch, tx, seq }: EventPosition): string {
  return encodeCursor(purpose, [String(epoch), tx, seq]);
}

/** Returns null when the text is not a cursor of this purpose. */
export function positionOf(cursor: string, purpose: string): EventPosition | null {
  const parts = decodeCursor(cursor, purpose, 3);
  if (parts === null || !parts.every((part) => /^\d{1,18}$/.test(part ?? ''))) return null;
  const [epoch = '', tx = '', seq = ''] = parts as readonly string[];
  return Number(epoch) > 2 ** 31 - 1 ? null : { epoch: Number(epoch), tx, seq };
}
