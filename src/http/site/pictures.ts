import type { FastifyInstance } from 'fastify';
import type { Picture } from '../../catalogue/picture.ts';
import { etagOf, forever, isNotModified } from '../reply/caching.ts';

/** Adds `GET` and `HEAD` of a picture. Returns its path below the page, which contains a hash of the content. */
export function addPicture(scope: FastifyInstance, { mediaType, content }: Picture): string {
  const etag = etagOf(content);
  const path = `pictures/${etag.slice(1, -1)}`;
  if (!scope.hasRoute({ method: 'GET', url: `${scope.prefix}/${path}` })) {
    scope.get(`/${path}`, (request, reply) => {
      reply.header('cache-control', forever);
      return isNotModified(request, reply, etag) ? reply.code(304).send() : reply.type(mediaType).send(content);
    });
  }
  return path;
}
