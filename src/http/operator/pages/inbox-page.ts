import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPage, serveFilesFrom } from '../../reply/built-page.ts';
import { forever } from '../../reply/caching.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { problems } from '../problem.ts';

/** The paths of the same page, whose script reads the address. */
const paths = ['/', '/requests/:id', '/board', '/settings', '/settings/*'] as const;
const assetFolder = 'inbox-assets';

/** Adds the page of the inbox and its assets. */
export async function addInboxPage(app: FastifyInstance, { inboxDirectory }: OperatorParts): Promise<void> {
  const sendPage = createPage(await readFile(join(inboxDirectory, 'index.html'), 'utf8'));
  for (const path of paths) app.get(path, async (request, reply) => sendPage(request, reply));

  const assets = new Set(await readdir(join(inboxDirectory, assetFolder)));
  await app.register(async (scope) => {
    await serveFilesFrom(scope, inboxDirectory);
    scope.get<{ Params: { '*': string } }>(`/${assetFolder}/*`, async (request, reply) => {
      const name = request.params['*'];
      if (!assets.has(name)) throw problems.notFound();
      // The build puts a hash of the content into these names.
      reply.headers({ 'cache-control': forever, vary: 'Accept-Encoding' });
      return reply.sendFile(`${assetFolder}/${name}`);
    });
  });
}
