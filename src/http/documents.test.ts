import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addDocumentRoutes, type PublishedDocument } from './documents.ts';

/** Serves one document that is read like this. */
function serve(read: PublishedDocument['read']) {
  const app = Fastify();
  const mediaType = 'text/plain; charset=utf-8';
  addDocumentRoutes(
    app,
    [{ path: '/one', mediaType, read, encoded: [], caching: 'revalidated' }],
    async (_request, reply, answer) => {
      await reply.code(answer.status).send('bytes' in answer ? answer.bytes : answer.body);
    },
  );
  return app;
}

it('reads a document for the first who asks for it, and once', async () => {
  let readings = 0;
  const app = serve(async () => {
    readings += 1;
    return Buffer.from('the text');
  });
  await app.ready();
  expect(readings).toBe(0);
  const answers = await Promise.all([app.inject('/one'), app.inject('/one'), app.inject('/one')]);
  expect(answers.map(({ body }) => body)).toEqual(['the text', 'the text', 'the text']);
  expect(readings).toBe(1);
});

it('reads it again for the next when it could not be read', async () => {
  let readings = 0;
  const app = serve(async () => {
    readings += 1;
    if (readings === 1) throw new Error('not now');
    return Buffer.from('the text');
  });
  expect([await app.inject('/one'), await app.inject('/one')].map(({ statusCode }) => statusCode)).toEqual([500, 200]);
});
