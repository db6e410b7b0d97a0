import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { escapeHtml } from '../../customers/catalogue/escape-html.ts';
import { noticeMessages } from '../../customers/opening/notice-messages.ts';
import type { OpeningNotices } from '../../customers/opening/opening-notices.ts';
import { messagesIn, type Voice } from '../../customers/status-links/messages/voice.ts';
import type { StudioSource } from '../../customers/studio/served-studio.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import { type PageContext, statusDocument } from './status-document.ts';
import { missingPage, noticePage } from './status-page.ts';
import { themeStyle } from './theme-style.ts';

export interface NoticePageOptions extends Pick<PageContext, 'icon'> {
  readonly studio: StudioSource;
  /** Null where no mail can be sent. */
  readonly openingNotices: OpeningNotices | null;
  readonly studioVoice: Voice;
  readonly log: Logger;
}

export type NoticeRequest = FastifyRequest<{ Params: { readonly token: string } }>;

const retryAfterS = 60;

/**
 * Creates the handlers of the link in a mail (S19). Only the button of the page confirms: programs that open links of
 * mails change nothing.
 */
export function createNoticeHandlers({ studio, openingNotices, icon, studioVoice, log }: NoticePageOptions) {
  function begin(request: NoticeRequest, reply: FastifyReply) {
    const reader = readerOf(request);
    const { catalogue } = studio.known();
    const style = themeStyle(catalogue);
    setPageHeaders(reply, reader, style);
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("form-action 'none'", "form-action 'self'"));
    const messages = messagesIn(reader.language, studioVoice);
    return {
      context: { reader, messages, catalogue, icon, root: '../' },
      words: noticeMessages[reader.language],
      style,
    };
  }

  /** Shows what `work` finds, or that the database is away. */
  async function shown(
    request: NoticeRequest,
    reply: FastifyReply,
    work: (notices: OpeningNotices) => Promise<'ask' | 'done' | 'gone'>,
  ): Promise<string> {
    const { context, words, style } = begin(request, reply);
    if (openingNotices === null) {
      reply.code(404);
      return missingPage(context);
    }
    try {
      const found = await work(openingNotices);
      if (found === 'gone') reply.code(404);
      const title = words[`${found}Title`];
      const button =
        found === 'ask' ? `<form method="post" class="way"><button>${escapeHtml(words.button)}</button></form>` : '';
      const main = `<article class="panel plain">
<h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(words[`${found}Text`])}</p>
${button}</article>`;
      return statusDocument({ title, main, notes: [], style }, context);
    } catch (error) {
      log.error({ err: error }, 'An address to tell of the opening could not be read');
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(context.messages.unavailable, context);
    }
  }

  return {
    show: (request: NoticeRequest, reply: FastifyReply) =>
      shown(request, reply, async (notices) => {
        const found = await notices.find(request.params.token);
        if (found === null) return 'gone';
        return found.isConfirmed ? 'done' : 'ask';
      }),
    confirm: (request: NoticeRequest, reply: FastifyReply) =>
      shown(request, reply, async (notices) => ((await notices.confirm(request.params.token)) ? 'done' : 'gone')),
  };
}
