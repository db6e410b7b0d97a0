import type { FastifyInstance } from 'fastify';
import type { Picture } from '../../catalogue/picture.ts';
import { etagOf, forever, isNotModified } from '../reply/caching.ts';

/** `GET` and `HEAD` of a picture. @returns its path below the page, which has a hash of the content in it */
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
