import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { etagOf, isNotModified, sendNotModified } from './caching.ts';

/** Sends an HTML page, or 304. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Creates the sender of an HTML page, which is compressed once, at the first request for a coding. */
export function createPage(html: string): SendPage {
  const encode = {
    identity: () => Buffer.from(html),
    br: () => brotliCompressSync(html),
    gzip: () => gzipSync(html, { level: 9 }),
  };
  const encoded = new Map<keyof typeof encode, Buffer>();
  // Weak, because the tag is the same for every content coding.
  const etag = `W/${etagOf(html)}`;
  return (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    const coding = codingFor(request, ['br', 'gzip'] as const) ?? 'identity';
    if (coding !== 'identity') reply.header('content-encoding', coding);
    const content = encoded.get(coding) ?? encode[coding]();
    encoded.set(coding, content);
    return reply.type('text/html; charset=utf-8').send(content);
  };
}

/** The media types of the files that the builds make. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Resolves with the names of the files in a folder of a build, without their compressed forms. */
export async function builtFilesIn(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => !/\.(br|gz)$/.test(name));
}

/**
 * Creates the sender of a file of a build, compressed as the build has done it. Each form is read once and kept, so that
 * slow readers share it.
 * @param caching `Cache-Control`
 */
export async function createBuiltFile(path: string, caching: string) {
  const mediaType = mediaTypes[extname(path)];
  if (mediaType === undefined) throw new Error(`${path} has no known media type`);
  const plain = await readFile(path);
  // Weak, because the tag is the same for every content coding.
  const etag = `W/${etagOf(plain)}`;
  const codings = (['br', 'gzip'] as const).filter((coding) => existsSync(path + suffixes[coding]));
  const read = new Map<keyof typeof suffixes, Buffer>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({ 'cache-control': caching, vary: 'Accept-Encoding' });
    if (isNotModified(request, reply, etag)) return sendNotModified(reply);
    reply.type(mediaType);
    const coding = codingFor(request, codings);
    if (coding === null) return reply.send(plain);
    const content = read.get(coding) ?? (await readFile(path + suffixes[coding]));
    read.set(coding, content);
    return reply.header('content-encoding', coding).send(content);
  };
}

/** Returns the best of the codings for the client, or null without one. */
function codingFor<T extends string>({ headers }: FastifyRequest, offered: readonly T[]): T | null {
  return negotiate(String(headers['accept-encoding'] ?? '').toLowerCase(), [...offered]) as T | null;
}

/** A text that does not change while the process runs. */
interface TextResource {
  readonly path: string;
  /** Media type with charset. */
  readonly mediaType: string;
  readonly openApi?: FastifySchema;
  /** Called at the first request. The text is kept. */
  read(): string | Promise<string>;
}

/** Adds `GET` and `HEAD` of a text, which clients revalidate by its ETag. */
export function addTextRoute(app: FastifyInstance, { path, mediaType, openApi, read }: TextResource): void {
  let made: Promise<{ readonly text: string; readonly etag: string }> | null = null;

  app.get(path, { config: { openApi } }, async (request, reply) => {
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
