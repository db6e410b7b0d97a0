import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isNotModified, sendNotModified } from './caching.ts';

/** Sends an HTML page, or 304. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Creates the sender of an HTML page, which is compressed once. */
export function createPage(html: string): SendPage {
  const encoded = { identity: Buffer.from(html), br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) };
  // Weak, because the tag is the same for every content coding.
  const etag = `W/${etagOf(html)}`;
  return (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    const accepted = String(request.headers['accept-encoding'] ?? '').toLowerCase();
    const coding = negotiate(accepted, ['br', 'gzip']);
    if (coding !== null) reply.header('content-encoding', coding);
    return reply.type('text/html; charset=utf-8').send(encoded[coding ?? 'identity']);
  };
}

/** Prepares a scope to serve files of this folder, with the `.br` and `.gz` files that the build has added. */
export async function serveFilesFrom(scope: FastifyInstance, directory: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    lastModified: false,
    // The plugin's ETag depends on size and time, which may equal those of another build.
    etag: false,
  });
}

/** Adds `GET` and `HEAD` of a file of the scope's folder, at its path in the folder. @param caching `Cache-Control` */
export async function addBuiltFile(
  scope: FastifyInstance,
  directory: string,
  file: string,
  caching: string,
): Promise<void> {
  // Weak, because the tag is the same for every content coding.
  const etag = `W/${etagOf(await readFile(join(directory, file)))}`;
  scope.get(`/${file}`, (request, reply) => {
    reply.headers({ 'cache-control': caching, vary: 'Accept-Encoding' });
    return isNotModified(request, reply, etag) ? sendNotModified(reply) : reply.sendFile(file);
  });
}

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
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    return reply.type(mediaType).send(text);
  });

  async function make() {
    const text = await read();
    return { text, etag: etagOf(text) };
  }
}
