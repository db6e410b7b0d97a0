import type { FastifyInstance } from 'fastify';
import { etagOf, isNotModified } from './caching.ts';

/** A text that stays the same for as long as the process runs. */
interface TextResource {
  readonly path: string;
  /** With its charset. */
  readonly mediaType: string;
  /** Called for the first client that asks for it; the text is kept. */
  read(): string | Promise<string>;
}

/** `GET` and `HEAD` of a text, to be revalidated by its ETag. */
export function addTextRoute(app: FastifyInstance, { path, mediaType, read }: TextResource): void {
  let made: Promise<{ readonly text: string; readonly etag: string }> | null = null;

  app.get(path, async (request, reply) => {
    made ??= make();
    const { text, etag } = await made;
    reply.header('cache-control', 'no-cache');
    if (isNotModified(request, reply, etag)) return reply.code(304).send();
    return reply.type(mediaType).send(text);
  });

  async function make() {
    const text = await read();
    return { text, etag: etagOf(text) };
  }
}
