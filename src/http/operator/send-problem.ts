import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillText } from '../../platform/language/fill-text.ts';
import { languagePreferenceOf } from '../../platform/language/language-preference.ts';
import type { Language } from '../../platform/language/languages.ts';
import { prefersHtml } from '../reply/prefers-html.ts';
import { apiPath } from './access/permissions.ts';
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
  const isNothing = name === 'not-found';
  if (texts === undefined || translated === undefined) {
    return fillText(template, { ...english, title, detail: isNothing ? english.nothingHere : detail });
  }
  const { product, toInbox, nothingHere } = texts;
  const page = template.replace('<html lang="en">', `<html lang="${language}">`);
  return fillText(page, { title: translated, detail: isNothing ? nothingHere : undefined, product, toInbox });
}

const english = {
  product: 'Commissions',
  toInbox: 'Go to the inbox',
  nothingHere: 'There is nothing at this address. Perhaps the link is not complete.',
};

interface ProblemTexts {
  readonly product: string;
  readonly toInbox: string;
  readonly nothingHere: string;
  /** The titles of the problems that a page can show, by name. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The texts in the languages of the inbox. English texts come from the problems themselves. */
const problemTexts: Readonly<Partial<Record<Language, ProblemTexts>>> = {
  de: {
    product: 'Aufträge',
    toInbox: 'Zum Eingang',
    nothingHere: 'Unter dieser Adresse gibt es nichts. Vielleicht ist der Link nicht vollständig.',
    titles: {
      'not-found': 'Seite nicht gefunden',
      forbidden: 'Ihre Rolle erlaubt das nicht',
      unavailable: 'Die Datenbank antwortet nicht',
      busy: 'Zu viel auf einmal',
      'provider-unavailable': 'Der Anmeldedienst antwortet nicht',
      internal: 'Interner Fehler',
    },
  },
  es: {
    product: 'Encargos',
    toInbox: 'A la bandeja',
    nothingHere: 'No hay nada en esta dirección. Puede que el enlace no esté completo.',
    titles: {
      'not-found': 'Página no encontrada',
      forbidden: 'Su función no lo permite',
      unavailable: 'La base de datos no responde',
      busy: 'Demasiado a la vez',
      'provider-unavailable': 'El proveedor de inicio de sesión no responde',
      internal: 'Fallo interno',
    },
  },
  ja: {
    product: 'ご依頼',
    toInbox: '受信箱へ',
    nothingHere: 'このアドレスには何もありません。リンクが途中で切れている可能性があります。',
    titles: {
      'not-found': 'ページが見つかりません',
      forbidden: 'あなたの権限では許可されていません',
      unavailable: 'データベースが応答しません',
      busy: 'ただいま混み合っています',
      'provider-unavailable': 'ログインの提供元が応答しません',
      internal: '内部エラー',
    },
  },
};
