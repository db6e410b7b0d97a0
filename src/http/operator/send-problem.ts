import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillText } from '../../platform/language/fill-text.ts';
import { languagePreferenceOf } from '../../platform/language/language-preference.ts';
import { prefersHtml } from '../reply/prefers-html.ts';
import { apiPath } from './access/permissions.ts';
import { problemTexts } from './problem-texts.ts';
import type { ProblemError } from './problems/problem.ts';
import type { Problem } from './problems/problem-shape.ts';

/** Sends the problem as problem details, or as a page when a person reads the response. */
export type SendProblem = (reply: FastifyReply, error: ProblemError) => FastifyReply;

/** @param template The HTML of the page in English, with placeholders for its texts. */
export function createProblemSender(template: string): SendProblem {
  return (reply, { problem, headers }) => {
    reply.code(problem.status).headers(headers);
    if (isForPerson(reply.request)) {
      const page = problemPage(template, problem, reply.request.headers['accept-language']);
      return reply.header('vary', 'Accept-Language').type('text/html; charset=utf-8').send(page);
    }
    return reply
      .type('application/problem+json')
      .serializer((payload) => JSON.stringify(payload))
      .send(problem);
  };
}

/** Whether a person reads the response: a browser that opens an address outside the API. */
function isForPerson(request: FastifyRequest): boolean {
  const { method, url } = request;
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(apiPath) && prefersHtml(request);
}

/** Returns the problem as HTML, translated if possible. Its texts are this listener's own, so nothing is escaped. */
function problemPage(template: string, { type, title, detail }: Problem, acceptLanguage: string | undefined): string {
  const { language } = languagePreferenceOf(acceptLanguage, undefined);
  const texts = problemTexts[language];
  const name = type.split(':').at(-1) ?? '';
  const translated = texts?.titles[name];
  if (texts === undefined || translated === undefined) return fillText(template, { ...english, title, detail });
  const { product, toInbox } = texts;
  const page = template.replace('<html lang="en">', `<html lang="${language}">`);
  return fillText(page, { title: translated, detail: undefined, product, toInbox });
}

const english = { product: 'Commissions', toInbox: 'Go to the inbox' };
