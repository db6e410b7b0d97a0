import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { problems } from './problem.ts';

/**
 * JSON alone is read: any other type of body is one that a form of another site can send. Many clients name the type with every
 * call, so that it may stand without a body where none is needed.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) return done(null);
    // Decoding would put another character in the place of what it cannot read.
    if (!isUtf8(body)) return done(problems.unreadableBody());
    return parseJson(request, body.toString(), done);
  });
}
