import { Readable } from 'node:stream';

/** Small enough to be garbage before it is old, large enough that few pieces are sent. */
const pieceCharacters = 16 * 1024;

/** A head and the texts of the items, one after the other, made no faster than they are read. */
export function inPieces<T>(head: string, items: AsyncIterable<T>, textOf: (item: T) => string): Readable {
  return Readable.from(piecesOf(head, items, textOf), { objectMode: false });
}

async function* piecesOf<T>(
  head: string,
  items: AsyncIterable<T>,
  textOf: (item: T) => string,
): AsyncGenerator<string> {
  let piece = head;
  for await (const item of items) {
    piece += textOf(item);
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
