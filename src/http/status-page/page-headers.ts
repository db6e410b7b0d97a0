import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LanguagePreference, languagePreferenceOf } from '../../platform/language/language-preference.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { statusScriptSource } from './status-script.ts';
import { statusStyleSource } from './status-style.ts';
import { themeStyleOf } from './theme-style.ts';

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    `default-src 'none'; script-src ${statusScriptSource}; style-src ${statusStyleSource}; img-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/** Sets the headers of a page that has the studio's theme beside its own style sheet. */
export function setPageHeaders(reply: FastifyReply, { language }: LanguagePreference, catalogue: Catalogue): void {
  const { css, source } = themeStyleOf(catalogue);
  const policy = pageHeaders['content-security-policy'];
  reply.headers({
    ...pageHeaders,
    ...(css !== '' && {
      'content-security-policy': policy.replace('style-src', `style-src ${source}`),
    }),
    'content-language': language,
    vary: 'Accept-Language',
  });
}

/** Returns the reader's preference: the query's `lang`, else what the browser asks for. */
export function readerOf({ query, headers }: FastifyRequest): LanguagePreference {
  const { lang } = (query ?? {}) as { readonly lang?: unknown };
  return languagePreferenceOf(headers['accept-language'], typeof lang === 'string' ? lang : undefined);
}
