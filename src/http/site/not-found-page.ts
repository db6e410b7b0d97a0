import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { escapeHtml } from '../../description/escape-html.ts';
import { setSecurityHeaders } from './security-headers.ts';

interface NotFoundPageOptions {
  /** Begins and ends with `/`. */
  readonly publicPath: string;
  readonly catalogue: Catalogue;
}

/** Sets the headers and returns the HTML of a 404, or null for a client that does not prefer HTML. */
type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => string | null;

export function createNotFoundPage({ publicPath, catalogue }: NotFoundPageOptions): NotFoundPage {
  const title = escapeHtml(catalogue.title?.en ?? 'Request a commission');
  return (request, reply) => {
    if (!prefersHtml(request)) return null;
    setSecurityHeaders(reply);
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', vary: 'Accept' });
    const root = escapeHtml(rootFrom(request.url, publicPath));
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<link rel="icon" href="${root}docs.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}docs.css">
</head>
<body>
<main>
<h1>Page not found</h1>
<p>There is nothing at this address. It may be mistyped, or the page has moved.</p>
<p><a href="${root}">${title}</a></p>
</main>
</body>
</html>
`;
  };
}

function prefersHtml({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html';
}

/** Returns the path to the page. It is relative below the public path, because a proxy may add a prefix. */
function rootFrom(target: string, publicPath: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.startsWith(publicPath)) return publicPath;
  const depth = path.slice(publicPath.length).split('/').length - 1;
  return depth === 0 ? './' : '../'.repeat(depth);
}
