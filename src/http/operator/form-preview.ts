import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPage } from '../reply/static-content.ts';
import type { OperatorParts } from './parts/operator-parts.ts';
import { addPublicFiles } from './public-files.ts';

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
