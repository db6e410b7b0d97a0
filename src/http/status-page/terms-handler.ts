import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TermsVersions } from '../../customers/revisions/terms-versions.ts';
import { messagesIn } from '../../customers/status-links/messages/voice.ts';
import { clientAddressOf } from '../../customers/submission/client-address.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import { createViewLimit, type StatusPageOptions } from './status-handler.ts';
import { missingPage, noticePage } from './status-page.ts';
import { termsPage } from './terms-page.ts';

export interface TermsPageOptions extends Pick<StatusPageOptions, 'icon' | 'studio' | 'studioVoice' | 'log'> {
  readonly termsVersions: TermsVersions;
}

interface TermsRequest {
  Params: { readonly sha256: string };
}

export type TermsHandler = (request: FastifyRequest<TermsRequest>, reply: FastifyReply) => Promise<string>;

/** The relative path from a page below `terms/` to the form. */
const root = '../';
const retryAfterS = 60;

/** Creates the handler of the pages of texts that customers could agree to. */
export function createTermsHandler(options: TermsPageOptions): TermsHandler {
  const { termsVersions, studio, icon, studioVoice, log } = options;
  const limit = createViewLimit();

  return async (request, reply) => {
    const reader = readerOf(request);
    setPageHeaders(reply, reader);
    const messages = messagesIn(reader.language, studioVoice);
    const { catalogue } = studio.known();
    const context = { reader, messages, catalogue, icon, root };
    const waitS = await limit(clientAddressOf(request));
    if (waitS !== null) {
      reply.code(429).header('retry-after', waitS);
      return noticePage(messages.tooMany, context);
    }
    try {
      const { sha256 } = request.params;
      const version = /^[0-9a-f]{64}$/.test(sha256) ? await termsVersions.find(sha256) : null;
      if (version !== null) return termsPage(version, context);
      reply.code(404);
      return missingPage(context);
    } catch (error) {
      log.error({ err: error }, 'A text of the terms could not be read');
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage({ title: messages.form, text: messages.unavailable.text }, context);
    }
  };
}
