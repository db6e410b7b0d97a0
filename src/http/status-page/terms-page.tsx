import type { TermsVersion } from '../../studio/revisions/terms-versions.ts';
import { Paragraphs } from './paragraphs.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';

/** Returns the page of a text that customers could agree to, in the language of the text. */
export function termsPage({ sha256, publishedAt, language, title, text }: TermsVersion, context: PageContext): string {
  const day = new Intl.DateTimeFormat(context.reader.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const main = (
    <article class="panel">
      <h1 lang={language} dir="auto">
        {title}
      </h1>
      <section class="next" lang={language}>
        <Paragraphs text={text} />
      </section>
    </article>
  );
  const version = (
    <>
      <time dateTime={publishedAt.toISOString()}>{day.format(publishedAt)}</time> · SHA-256 <bdi>{sha256}</bdi>
    </>
  );
  return statusDocument({ title, main, notes: [version] }, context);
}
