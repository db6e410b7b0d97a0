import type { TermsVersions } from '../../studio/revisions/terms-versions.ts';
import { createPageHandler, type PageHandler, type PageOptions } from './page-handler.ts';
import { missingPage } from './plain-page.tsx';
import { termsPage } from './terms-page.tsx';

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
