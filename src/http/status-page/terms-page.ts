import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import type { TermsVersion } from '../../studio/revisions/terms-versions.ts';
import { paragraphsOf } from './paragraphs.ts';
import { type PageContext, statusDocument } from './status-document.ts';

/** Returns the page of a text that customers could agree to, in the language of the text. */
export function termsPage({ sha256, publishedAt, language, title, text }: TermsVersion, context: PageContext): string {
  const day = new Intl.DateTimeFormat(context.reader.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    publishedAt,
  );
  const main = `<article class="panel">
<h1 lang="${escapeHtml(language)}" dir="auto">${escapeHtml(title)}</h1>
<section class="next" lang="${escapeHtml(language)}">${paragraphsOf(text)}</section>
</article>`;
  const version = `<time datetime="${publishedAt.toISOString()}">${escapeHtml(day)}</time> · SHA-256 <bdi>${escapeHtml(sha256)}</bdi>`;
  return statusDocument({ title, main, notes: [version] }, context);
}
