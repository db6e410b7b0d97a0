import { Readable } from 'node:stream';

/** A head and the text of each batch, one after the other, made no faster than they are read. */
export function inPieces<T>(head: string, batches: AsyncIterable<T>, textOf: (batch: T) => string): Readable {
  return Readable.from(piecesOf(head, batches, textOf), { objectMode: false });
}

async function* piecesOf<T>(
  head: string,
  batches: AsyncIterable<T>,
  textOf: (batch: T) => string,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  for await (const batch of batches) yield textOf(batch);
}
