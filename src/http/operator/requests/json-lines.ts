import { Readable } from 'node:stream';

/** Returns JSON Lines of JSON requests, without loss. */
export function jsonLinesOf(exported: AsyncIterable<readonly string[]>): Readable {
  return Readable.from(linesOf(exported), { objectMode: false });
}

async function* linesOf(exported: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const requests of exported) yield `${requests.join('\n')}\n`;
}
