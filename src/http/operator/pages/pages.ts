import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { forever } from '../../reply/caching.ts';
import { addTextRoute, createPage, serveFilesFrom } from '../../reply/static-content.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { problems } from '../problem.ts';

const accountPages = [
  { path: '/sign-in', file: 'sign-in.html', mediaType: 'text/html; charset=utf-8' },
  { path: '/set-up', file: 'account-from-link.html', mediaType: 'text/html; charset=utf-8' },
  { path: '/invitation', file: 'account-from-link.html', mediaType: 'text/html; charset=utf-8' },
  { path: '/new-password', file: 'new-password.html', mediaType: 'text/html; charset=utf-8' },
  { path: '/assets/accounts.js', file: 'accounts.js', mediaType: 'text/javascript; charset=utf-8' },
  { path: '/assets/account-language.js', file: 'account-language.js', mediaType: 'text/javascript; charset=utf-8' },
  { path: '/assets/account-texts.js', file: 'account-texts.js', mediaType: 'text/javascript; charset=utf-8' },
  { path: '/assets/accounts.css', file: 'accounts.css', mediaType: 'text/css; charset=utf-8' },
  { path: '/assets/icon.svg', file: 'icon.svg', mediaType: 'image/svg+xml' },
] as const;

/** The paths of the inbox. All have the same page, whose script reads the address. */
const inboxPaths = ['/', '/requests/:id', '/board', '/settings', '/settings/*'] as const;
const assetFolder = 'inbox-assets';

/**
 * Adds the pages about accounts, and that of the inbox with its assets. The token of a link is in the URL's fragment,
 * which browsers do not send.
 */
export async function addPages(app: FastifyInstance, { pagesDirectory, inboxDirectory }: OperatorParts): Promise<void> {
  for (const { path, file, mediaType } of accountPages) {
    addTextRoute(app, { path, mediaType, read: () => readFile(join(pagesDirectory, file), 'utf8') });
  }
  await addInbox(app, inboxDirectory);
}

async function addInbox(app: FastifyInstance, inboxDirectory: string): Promise<void> {
  const sendPage = createPage(await readFile(join(inboxDirectory, 'index.html'), 'utf8'));
  for (const path of inboxPaths) app.get(path, async (request, reply) => sendPage(request, reply));

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
