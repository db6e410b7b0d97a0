import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { failures } from '../../platform/failure/failure.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { StoredFileError } from '../../platform/objects/stored-file.ts';
import type { PictureIndex } from '../../studio/pictures/picture-index.ts';
import { readPictureName } from '../../studio/pictures/studio-pictures.ts';
import { respond } from '../reply/respond.ts';
import { sendPicture } from '../reply/send-picture.ts';

export interface StudioPictureOptions {
  readonly studioPictures: { readonly index: PictureIndex; readonly objects: ObjectStore };
  readonly log: Logger;
}

/** Adds `GET` and `HEAD` of the studio's pictures. The page does without one that cannot be read. */
export function addStudioPictures(
  scope: FastifyInstance,
  { studioPictures: { index, objects }, log }: StudioPictureOptions,
): void {
  scope.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const named = readPictureName(request.params.name);
    if (named === null) return respond(reply, failures.notFound());
    try {
      const picture = await index.find(named.sha256);
      if (picture === null) return respond(reply, failures.notFound());
      return await sendPicture(request, reply, objects, picture[named.size]);
    } catch (error) {
      if (!reply.raw.closed)
        log.error({ err: error, picture: named.sha256 }, 'A picture of the studio could not be sent');
      reply.header('cache-control', 'no-store').removeHeader('etag');
      const isLost = error instanceof StoredFileError && error.fault !== 'unavailable';
      return respond(reply, isLost ? failures.notFound() : failures.busy());
    }
  });
}
