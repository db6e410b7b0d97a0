import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { forever } from '../../reply/caching.ts';
import { addTextRoute, builtFilesIn, createBuiltFile, createPage } from '../../reply/static-content.ts';
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
export async function addPages(
  app: FastifyInstance,
  { site: { pagesDirectory, inboxDirectory } }: OperatorParts,
): Promise<void> {
  for (const { path, file, mediaType } of accountPages) {
    addTextRoute(app, { path, mediaType, read: () => readFile(join(pagesDirectory, file), 'utf8') });
  }
  await addInbox(app, inboxDirectory);
}

async function addInbox(app: FastifyInstance, inboxDirectory: string): Promise<void> {
  const sendPage = createPage(await readFile(join(inboxDirectory, 'index.html'), 'utf8'));
  for (const path of inboxPaths) app.get(path, async (request, reply) => sendPage(request, reply));

  const folder = join(inboxDirectory, assetFolder);
  const senders = new Map<string, Awaited<ReturnType<typeof createBuiltFile>>>();
  // The build puts a hash of the content into these names.
  for (const name of await builtFilesIn(folder)) senders.set(name, await createBuiltFile(join(folder, name), forever));
  app.get<{ Params: { '*': string } }>(`/${assetFolder}/*`, async (request, reply) => {
    const send = senders.get(request.params['*']);
    if (send === undefined) throw problems.notFound();
    return send(request, reply);
  });
}
