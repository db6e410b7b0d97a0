import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { forever } from '../reply/caching.ts';
import { builtFilesIn, createBuiltFile, createPage } from '../reply/static-content.ts';
import type { OperatorParts } from './operator-parts.ts';
import { problems } from './problem.ts';

/** The built pages and their paths. The script of each reads the address. */
const pages = [
  { file: 'index.html', paths: ['/', '/requests/:id', '/board', '/held', '/settings', '/settings/*'] },
  { file: 'accounts.html', paths: ['/sign-in', '/set-up', '/invitation', '/new-password'] },
] as const;
const assetFolder = 'inbox-assets';

/** Scripts and styles are the same for everybody. The preview of the form loads them from a sandbox, an origin of its own. */
export const publicFile = { 'access-control-allow-origin': '*' } as const;

/**
 * Adds the inbox and the pages about accounts, with the files that they load. The token of a link is in the URL's
 * fragment, which browsers do not send.
 */
export async function addPages(app: FastifyInstance, { site: { inboxDirectory } }: OperatorParts): Promise<void> {
  for (const { file, paths } of pages) {
    const sendPage = createPage(await readFile(join(inboxDirectory, file), 'utf8'));
    for (const path of paths) app.get(path, async (request, reply) => sendPage(request, reply));
  }

  const folder = join(inboxDirectory, assetFolder);
  const senders = new Map<string, Awaited<ReturnType<typeof createBuiltFile>>>();
  // The build puts a hash of the content into these names.
  for (const name of await builtFilesIn(folder)) senders.set(name, await createBuiltFile(join(folder, name), forever));
  app.get<{ Params: { '*': string } }>(`/${assetFolder}/*`, async (request, reply) => {
    const send = senders.get(request.params['*']);
    if (send === undefined) throw problems.notFound();
    return send(request, reply.headers(publicFile));
  });
}
