import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagesIn, type Voice } from '../../events/status-links/messages/voice.ts';
import { languagePreferenceOf } from '../../platform/language/language-preference.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { themeStyleOf } from './page-style.ts';
import type { PageContext } from './status-document.tsx';
import { statusScriptSource } from './status-script.ts';

/** The common parts of all pages of a service. */
export interface SharedParts extends Pick<PageContext, 'icon' | 'style'> {
  readonly studio: StudioSource;
  readonly studioVoice: Voice;
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/**
 * Sets the headers of a page and returns its context. The reader's language is the query's `lang`, else the language
 * that the browser asks for.
 *
 * @param root The relative path from the page to the form.
 */
export function beginPage(
  { query, headers }: FastifyRequest,
  reply: FastifyReply,
  { studio, studioVoice, icon, style }: SharedParts,
  root: string,
): PageContext {
  const { lang } = (query ?? {}) as { readonly lang?: unknown };
  const reader = languagePreferenceOf(headers['accept-language'], typeof lang === 'string' ? lang : undefined);
  const { catalogue } = studio.known();
  const styles = [style, themeStyleOf(catalogue)].flatMap((one) => one?.source ?? []).join(' ');
  reply.headers({
    ...pageHeaders,
    'content-security-policy':
      `default-src 'none'; script-src ${statusScriptSource}; style-src ${styles}; img-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'content-language': reader.language,
    vary: 'Accept-Language',
  });
  return {
    reader,
    messages: messagesIn(reader.language, studioVoice),
    catalogue,
    icon,
    style,
    root,
  };
}
