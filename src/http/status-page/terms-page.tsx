import type { TermsVersion, TermsVersions } from '../../studio/revisions/terms-versions.ts';
import { Filled } from './contact-note.tsx';
import { createPageHandler, type PageHandler, type PageOptions } from './page-handler.ts';
import { Day } from './page-times.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { missingPage } from './plain-page.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';

/** Returns the page of a text that customers could agree to, in the language of the text. */
function termsPage({ sha256, publishedAt, language, title, text }: TermsVersion, context: PageContext): string {
  const { messages, reader } = context;
  const main = (
    <article class="panel">
      <h1 lang={language}>
        <bdi>{title}</bdi>
      </h1>
      <p class="number">
        <Filled template={messages.termsVersion}>
          <Day of={publishedAt.toISOString().slice(0, 10)} locale={reader.locale} />
        </Filled>
      </p>
      <section class="next" lang={language}>
        <Paragraphs text={text} />
      </section>
    </article>
  );
  const fingerprint = (
    <details>
      <summary>SHA-256</summary>
      <bdi>{sha256}</bdi>
    </details>
  );
  return statusDocument({ title, main, width: 'narrow', notes: [fingerprint] }, context);
}

export interface TermsPageOptions extends PageOptions {
  readonly termsVersions: TermsVersions;
}

interface TermsParams {
  readonly sha256: string;
}

export type TermsHandler = PageHandler<TermsParams>;

/** Creates the handler of the pages of texts that customers could agree to. */
export function createTermsHandler({ termsVersions, ...options }: TermsPageOptions): TermsHandler {
  return createPageHandler<TermsParams>(options, {
    failure: 'A text of the terms could not be read',
    async show({ sha256 }, context, reply) {
      const version = /^[0-9a-f]{64}$/.test(sha256) ? await termsVersions.find(sha256) : null;
      if (version !== null) return termsPage(version, context);
      reply.code(404);
      return missingPage(context);
    },
    unavailable: ({ messages }) => ({ title: messages.form, text: messages.unavailable.text }),
  });
}
