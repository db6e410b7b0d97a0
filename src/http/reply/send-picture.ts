import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { checkStoredFile, openStoredFile } from '../../platform/objects/stored-file.ts';
import type { PictureFile } from '../../studio/pictures/studio-pictures.ts';
import { byteRangeOf } from './byte-range.ts';
import { forever, isNotModified, sendNotModified } from './caching.ts';
import { signalOf } from './respond.ts';

/**
 * Sends a picture of the studio, or a range of its bytes, as fast as its reader takes them. Its address has a hash of its
 * content, so it never changes. @throws {StoredFileError} before anything is sent
 */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  objects: ObjectStore,
  file: PictureFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const signal = signalOf(reply);
  if (isNotModified(request, reply.header('cache-control', forever), etag)) return sendNotModified(reply);
  const range = request.method === 'HEAD' ? 'whole' : byteRangeOf(request, etag, file.size);
  if (range === 'unsatisfiable') {
    reply.headers({ 'cache-control': 'no-store', 'content-range': `bytes */${file.size}` });
    return reply.code(416).send();
  }
  const content =
    request.method === 'HEAD'
      ? await checkStoredFile(objects, file, { signal }).then(() => Readable.from([]))
      : await openStoredFile(objects, file, range === 'whole' ? { signal } : { range, signal });
  reply.headers({ 'content-type': 'image/webp', 'accept-ranges': 'bytes' });
  if (range === 'whole') return reply.header('content-length', String(file.size)).send(content);
  const { first, last } = range;
  reply.headers({ 'content-length': String(last - first + 1), 'content-range': `bytes ${first}-${last}/${file.size}` });
  return reply.code(206).send(content);
}
