import type { FastifyInstance } from 'fastify';

/**
 * JSON alone is read: any other type of body is one that a form of another site can send. Many clients name the type with every
 * call, so that it may stand without a body where none is needed.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null);
    return parseJson(request, body, done);
  });
}
