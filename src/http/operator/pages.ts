import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPage } from '../reply/static-content.ts';
import type { OperatorParts } from './parts/operator-parts.ts';
import { addPublicFiles } from './public-files.ts';

/** The built pages and their paths. The script of each reads the address. */
const pages = [
  { file: 'index.html', paths: ['/', '/requests/:id', '/board', '/held', '/settings', '/settings/*'] },
  { file: 'accounts.html', paths: ['/sign-in', '/set-up', '/invitation', '/new-password'] },
] as const;
const assetFolder = 'inbox-assets';

/**
 * Adds the inbox and the pages about accounts, with the files that they load. The token of a link is in the URL's
 * fragment, which browsers do not send.
 */
export async function addPages(app: FastifyInstance, { site: { inboxDirectory } }: OperatorParts): Promise<void> {
  for (const { file, paths } of pages) {
    const sendPage = createPage(await readFile(join(inboxDirectory, file), 'utf8'));
    for (const path of paths) app.get(path, async (request, reply) => sendPage(request, reply));
  }

  await addPublicFiles(app, `/${assetFolder}`, join(inboxDirectory, assetFolder));
}
