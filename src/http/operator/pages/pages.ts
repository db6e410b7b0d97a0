import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { addTextRoute } from '../../reply/text-route.ts';
import type { OperatorParts } from '../operator-parts.ts';

const pages = [
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

/** Adds the pages about accounts. The token of a link is in the URL's fragment, which browsers do not send. */
export async function addPages(app: FastifyInstance, { pagesDirectory }: OperatorParts): Promise<void> {
  for (const { path, file, mediaType } of pages) {
    addTextRoute(app, { path, mediaType, read: () => readFile(join(pagesDirectory, file), 'utf8') });
  }
}
