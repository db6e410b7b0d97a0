import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxPictureMebibytes } from '../../../studio/pictures/studio-pictures.ts';
import { problems } from '../problems/problem.ts';

const mebibyte = 1024 * 1024;
const maxPictureBytes = maxPictureMebibytes * mebibyte;

/** A client that reads only after sending everything gets the response to a file of up to this size. */
const maxReadBytes = 128 * mebibyte;

/** Makes the routes of this scope take the bytes of a picture, and nothing else. */
export function takePictureBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const types = /^(?:image\/[\w.+-]+|application\/octet-stream)$/i;
  scope.addContentTypeParser(types, (_request: FastifyRequest, body: IncomingMessage) => readPicture(body));
  scope.addContentTypeParser('*', async () => {
    throw problems.noPictureType();
  });
}

async function readPicture(body: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= maxPictureBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > maxReadBytes) break;
    }
  } catch {
    // The client has disconnected, or sent invalid HTTP.
    throw problems.unreadableRequest();
  }
  if (bytes > maxPictureBytes) throw problems.pictureTooLarge(maxPictureMebibytes);
  return Buffer.concat(chunks);
}
