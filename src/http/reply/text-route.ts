import type { FastifyInstance } from 'fastify';
import { etagOf, isNotModified } from './caching.ts';

/** A text that does not change while the process runs. */
interface TextResource {
  readonly path: string;
  /** Media type with charset. */
  readonly mediaType: string;
  /** Called at the first request. The text is kept. */
  read(): string | Promise<string>;
}

/** Adds `GET` and `HEAD` of a text, which clients revalidate by its ETag. */
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
