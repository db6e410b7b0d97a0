import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { problems } from './problems/problem.ts';

/**
 * Accepts only JSON bodies, because a form of another site can send bodies of other types. Without a body the JSON type
 * is accepted too where the route needs no body, because many clients send `Content-Type` with every request.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) return done(null);
    // Decoding would replace invalid bytes with another character.
    if (!isUtf8(body)) return done(problems.unreadableBody());
    return parseJson(request, body.toString(), done);
  });
}
