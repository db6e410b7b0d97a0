import { Readable } from 'node:stream';

/** Of requests in JSON: one a line, lossless. */
export function jsonLinesOf(exported: AsyncIterable<readonly string[]>): Readable {
  return Readable.from(linesOf(exported), { objectMode: false });
}

async function* linesOf(exported: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const requests of exported) yield `${requests.join('\n')}\n`;
}
