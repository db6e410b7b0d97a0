import type { Readable } from 'node:stream';
import { inPieces } from './in-pieces.ts';

/** Of requests in JSON: one a line, lossless. */
export function jsonLinesOf(exported: AsyncIterable<readonly string[]>): Readable {
  return inPieces('', exported, (requests) => `${requests.join('\n')}\n`);
}
