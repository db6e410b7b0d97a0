import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';
import { apiPath } from './access/permissions.ts';
import type { Problem } from './problem.ts';

/** Whether a person looks at the response: a browser that goes to an address outside the API. */
export function isForPerson({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith(apiPath)) return false;
  return negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html';
}

/** The problem in HTML. Its texts are this listener's own. */
export function problemPage({ title, detail }: Problem): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Commissions</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/accounts.css">
</head>
<body>
<main>
<h1>${title}</h1>
${detail === undefined ? '' : `<p>${detail}</p>\n`}<p><a href="/">Go to the inbox</a></p>
</main>
</body>
</html>
`;
}
