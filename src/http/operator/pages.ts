import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { forever } from '../reply/caching.ts';
import { builtFilesIn, createBuiltFile, createPage } from '../reply/static-content.ts';
import type { OperatorParts } from './parts/operator-parts.ts';
import { problems } from './problems/problem.ts';

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

/** Scripts and styles are the same for everybody. The preview of the form loads them from a sandbox, an origin of its own. */
const headers = { 'access-control-allow-origin': '*' } as const;

/** Adds the files of a folder of a build below a path. The build puts a hash of the content into their names. */
async function addPublicFiles(app: FastifyInstance, path: string, folder: string): Promise<void> {
  const senders = new Map<string, Awaited<ReturnType<typeof createBuiltFile>>>();
  for (const name of await builtFilesIn(folder)) senders.set(name, await createBuiltFile(join(folder, name), forever));
  app.get<{ Params: { '*': string } }>(`${path}/*`, async (request, reply) => {
    const send = senders.get(request.params['*']);
    if (send === undefined) throw problems.notFound();
    return send(request, reply.headers(headers));
  });
}

/**
 * Only a page of the inbox may frame the preview, which connects to nothing: input is never sent. It is sandboxed when it
 * is opened by itself, too.
 */
const previewHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; worker-src blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
} as const;

/** Adds the customers' page as the inbox frames it: the same files, with a script that gives it the draft. */
export async function addFormPreview(app: FastifyInstance, { site }: OperatorParts): Promise<void> {
  const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8');
  const page = await read(site.pageDirectory, 'index.html');
  const [script = ''] = /<script [^>]*><\/script>/.exec(await read(site.inboxDirectory, 'form-preview.html')) ?? [];
  // Modules run in their order.
  const sendPage = createPage(page.replace('<script ', (tag) => script + tag));
  app.get('/form-preview/', (request, reply) => sendPage(request, reply.headers(previewHeaders)));
  await addPublicFiles(app, '/form-preview/assets', join(site.pageDirectory, 'assets'));
}
