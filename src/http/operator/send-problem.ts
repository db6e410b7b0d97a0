import type { FastifyReply, FastifyRequest } from 'fastify';
import { languagePreferenceOf } from '../../platform/language/language-preference.ts';
import { prefersHtml } from '../reply/prefers-html.ts';
import { apiPath } from './access/permissions.ts';
import type { Problem, ProblemError } from './problem.ts';
import { type ProblemTexts, problemTexts } from './problem-texts.ts';

/** Sends the problem as problem details, or as a page when a person reads the response. */
export function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  reply.code(problem.status).headers(headers);
  if (isForPerson(reply.request)) {
    const page = problemPage(problem, reply.request.headers['accept-language']);
    return reply.header('vary', 'Accept-Language').type('text/html; charset=utf-8').send(page);
  }
  return reply
    .type('application/problem+json')
    .serializer((payload) => JSON.stringify(payload))
    .send(problem);
}

/** Whether a person reads the response: a browser that opens an address outside the API. */
function isForPerson(request: FastifyRequest): boolean {
  const { method, url } = request;
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(apiPath) && prefersHtml(request);
}

/** Returns the problem as HTML, translated if possible. Its texts are this listener's own, so nothing is escaped. */
function problemPage({ type, title, detail }: Problem, acceptLanguage: string | undefined): string {
  const { language } = languagePreferenceOf(acceptLanguage, undefined);
  const texts = problemTexts[language];
  const name = type.split(':').at(-1) ?? '';
  const translated = texts?.titles[name];
  if (texts === undefined || translated === undefined) return page('en', title, detail, english);
  return page(language, translated, undefined, texts);
}

const english = { product: 'Commissions', toInbox: 'Go to the inbox' };

function page(
  language: string,
  title: string,
  detail: string | undefined,
  { product, toInbox }: Pick<ProblemTexts, 'product' | 'toInbox'>,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${product}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/accounts.css">
</head>
<body>
<main>
<h1>${title}</h1>
${detail === undefined ? '' : `<p>${detail}</p>\n`}<p><a href="/">${toInbox}</a></p>
</main>
</body>
</html>
`;
}
