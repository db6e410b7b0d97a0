import { Socket } from 'node:net';
import { encodeMessage, type RenderHead, type ResultHead, readMessages } from '../message.ts';
import { AnimatedPicture, factsOf } from './refused-picture.ts';
import type { RenderPicture } from './render.ts';

/**
 * The program that decodes untrusted files, in a process that the service limits and kills. It reads requests from
 * standard input. It writes results to file descriptor 3, because decoders may print to standard output.
 */
const results = new Socket({ fd: 3, readable: false });
const maxFileBytes = 64 * 1024 * 1024;

function send(head: ResultHead, body: Buffer = Buffer.alloc(0)): void {
  results.write(encodeMessage(head, body));
}

function textOf(error: unknown): string {
  return String((error as Error)?.message ?? error).slice(0, 500);
}

async function serve(render: RenderPicture): Promise<void> {
  send({ kind: 'ready' });
  for await (const { head, body } of readMessages(process.stdin, maxFileBytes)) {
    try {
      const { pictures, facts, hash } = await render(body, head as RenderHead);
      send({ kind: 'rendered', lengths: pictures.map(({ length }) => length), facts, hash }, Buffer.concat(pictures));
    } catch (error) {
      const isAnimated = error instanceof AnimatedPicture;
      send({ kind: 'refused', reason: textOf(error), facts: factsOf(error), isAnimated });
    }
  }
}

try {
  // sharp does not run on every platform. Its failed import is reported below.
  const { createRenderer } = await import('./render.ts');
  await serve(await createRenderer());
} catch (error) {
  send({ kind: 'unable', reason: textOf(error) });
}
results.end();
